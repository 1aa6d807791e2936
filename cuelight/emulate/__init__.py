"""A desk with emulated parts: readers and a mat to lay cards on, press, unplug and break, by a page of its own.

For trying Cuelight without parts, and for whoever changes it. No table uses it.
"""
