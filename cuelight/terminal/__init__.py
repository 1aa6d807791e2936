"""Helpers of commands: input files, output, paths and questions at a terminal."""
