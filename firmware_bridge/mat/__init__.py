"""A mat that is provisioned and flashed."""
