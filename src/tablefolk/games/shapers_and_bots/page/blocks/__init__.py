"""What a page of Shapers and Bots is made of: plain values, drawn by a template of their name."""
