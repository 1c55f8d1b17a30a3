"""The table's own rules (TF-): seats, talk, scenes, judging, taking back."""
