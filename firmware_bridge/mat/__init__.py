"""Provisioning and flashing of a mat."""
