"""What several files of tests use: tables, pages, mats and evenings to test on."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The project's folder."""

DATA = ROOT / "tests" / "data"
"""Kept journals, playthroughs, counts, traces and a certificate."""
