"""An import contract for all games; a game is a folder of `companion` with a `game.py`.

A game imports no other game, and packages that serve all games import none. Other contracts say which packages of a
game may import the table. import-linter runs this contract with those in `pyproject.toml`.
"""

from __future__ import annotations

from typing import Any, cast

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class GamesContract(Contract):
    """Forbids imports from one game to another, or from a stranger to a game.

    Configuration: `container`, whose packages with a module `game` are the games; `strangers`, the modules that, with
    all their submodules, know no game by name.
    """

    type_name = "games"

    container = fields.StringField()
    strangers = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Check every import of a module of a game."""
        of_game = {
            module: package
            for package in graph.find_children(str(self.container))
            if f"{package}.game" in graph.modules
            for module in (package, *graph.find_descendants(package))
        }
        strangers = cast(list[str], self.strangers)
        broken = sorted(
            (importer, imported)
            for imported, game in of_game.items()
            for importer in graph.find_modules_that_directly_import(imported)
            if of_game.get(importer, game) != game or any(f"{importer}.".startswith(f"{room}.") for room in strangers)
        )
        return ContractCheck(kept=bool(of_game) and not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: Any) -> None:
        """Print the forbidden imports, or that no game was found, so that nothing was checked."""
        for importer, imported in check.metadata["broken"]:
            output.print_error(f"{importer} must not import {imported}: it belongs to a game that it does not know.")
        if not check.metadata["broken"]:
            output.print_error(f"There is no game in {self.container}: no package there has a module `game`.")
