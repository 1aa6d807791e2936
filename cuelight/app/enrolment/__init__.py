"""Tags that are assigned to the cards of a box, and boxes that are checked."""
