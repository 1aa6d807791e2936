"""The commands that pages send, their OpenAPI description, and the interface of a table to its pages."""
