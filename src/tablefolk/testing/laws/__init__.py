"""What every game must keep, written without knowing any; each law is a test of one subject."""
