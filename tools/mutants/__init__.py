"""Changes single places of the rules and the house, and says which of them the tests notice."""
