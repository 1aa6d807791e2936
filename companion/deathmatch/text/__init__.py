"""What is told to people, and what each audience may see."""
