"""What every game is made of: errors and verdicts. Nothing here knows a particular game."""
