"""Link to the mat: protocol, messages and the state of the mat."""
