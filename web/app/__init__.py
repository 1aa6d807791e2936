"""The pages: views, forms and their words."""
