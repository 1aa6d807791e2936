"""Helpers of commands: input files, output, paths and questions at the terminal."""
