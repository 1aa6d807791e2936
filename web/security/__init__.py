"""The gate before every request: origin checks, headers and rate limits."""
