"""Enrolment: assigning tags to the cards of a box, and checking boxes."""
