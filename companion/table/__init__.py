"""The table: what the mat, the buttons and the pages report becomes answers, and the game becomes cues and views."""
