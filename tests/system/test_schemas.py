"""The JSON Schemas in docs/schema are those of the code."""

import json

from tools.schemas import FOLDER, schemas


def test_the_schemas_are_up_to_date() -> None:
    kept = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in FOLDER.glob("*.json")}
    assert kept == schemas(), "run: python tools/schemas.py"
