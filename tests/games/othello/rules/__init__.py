"""The rules of the 2024 edition, each as a sentence that can fail; the ids are those of docs/rules.md."""
