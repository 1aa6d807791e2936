"""The pages: views, forms and their texts."""
