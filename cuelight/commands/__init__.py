"""The commands of `cuelight`, one file each, with shared helpers."""
