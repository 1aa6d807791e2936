"""Who sits where: the start page's fields, their defaults and what is checked about them."""

from typing import Any

DEFAULT_NAMES = ("William", "Kate", "Robin", "Viola", "Ned", "Rosalind")
DEFAULT_SEATS = 4
EDITIONS = {"2024": "2024"}
SEATS = range(2, 7)
NAME_LENGTH = 24

FieldErrors = dict[str, str]


def check_start(body: dict[str, Any]) -> FieldErrors:
    """What is wrong with the body of a `start` command, by field ("names.0", "lead", "edition").

    Empty when all is well. Names are trimmed in place.
    """
    names = body.get("names")
    if not isinstance(names, list) or len(names) not in SEATS or not all(isinstance(name, str) for name in names):
        return {"names": "Two to six players, please."}
    body["names"] = names = [" ".join(name.split()) for name in names]
    errors: FieldErrors = {}
    for index, name in enumerate(names):
        problem = _check_name(name, names[:index])
        if problem:
            errors[f"names.{index}"] = problem
    lead = body.setdefault("lead", None)
    if lead is not None and (isinstance(lead, bool) or not isinstance(lead, int) or not 0 <= lead < len(names)):
        errors["lead"] = "Choose one of the seats, or “not yet”."
    if body.setdefault("edition", "2024") not in EDITIONS:
        errors["edition"] = "This edition is not known here."
    return errors


def _check_name(name: str, before: list[str]) -> str | None:
    if not name:
        return "Every seat needs a name."
    if len(name) > NAME_LENGTH:
        return f"At most {NAME_LENGTH} letters, please: this has {len(name)}."
    if not name.isprintable():
        return "This name has characters that cannot be shown."
    if name.casefold() in (other.casefold() for other in before):
        return "Somebody else has this name already."
    return None
