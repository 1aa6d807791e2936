# `make run` plays the demonstration, `make test` checks everything. Both make what they need, in .venv.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install
TESTS ?=
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help run venv chromium check pytest test pythons bench proof mutants clean

help: ## say what there is to make
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(VENV)/.run ## a demonstration table on this machine; prints its address; ARGS="--port 8001" for another port
	@$(BIN)/cuelight demo $(ARGS)

venv: $(VENV)/.test ## the environment that the checks and tests run in

test: check chromium pytest ## the checks, then every test; TESTS=tests/test_journal.py for some

check: $(VENV)/.test ## style, types and who may import whom
	@echo "Checking style ..."
	@$(BIN)/ruff check --quiet .
	@echo "Checking types ..."
	@$(BIN)/mypy --no-error-summary
	@echo "Checking imports ..."
	@$(BIN)/lint-imports >$(VENV)/imports.log 2>&1 || { cat $(VENV)/imports.log; exit 1; }

pytest: $(VENV)/.test chromium
	@$(BIN)/python -m pytest $(TESTS)

chromium:
	@tools/ensure-chromium

pythons: $(VENV)/.test chromium ## the tests on CPython 3.11, 3.12 and 3.13, in an environment each; TESTS=... for some
	@tools/test-on-pythons $(TESTS)

bench: $(VENV)/.bench ## measure; see bench/
	@$(BIN)/python -m bench

proof: $(VENV)/.bench chromium ## the long forms of all that is promised, or ARGS="any-game" for some; see docs/promises.md
	@$(BIN)/python -m bench.promises prove $(ARGS)

mutants: $(VENV)/.mutants ## change the rules in many places and see whether the tests notice; ARGS="--sample 1000"
	@$(BIN)/python -m bench.mutants $(ARGS)

clean: ## throw away what was made
	rm -rf $(VENV) mutants build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@python=$$(PYTHON=$(PYTHON) tools/find-python) || exit 1; \
	echo "Making $(VENV) with $$python ..."; \
	"$$python" -m venv --clear $(VENV)

$(VENV)/.run: pyproject.toml | $(BIN)/python
	@echo "Installing Cuelight ..."
	@$(PIP) --editable .
	@touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	@echo "Installing Cuelight and the tools of its tests (a few minutes on a Raspberry Pi) ..."
	@$(PIP) --editable '.[test]'
	@touch $@ $(VENV)/.run

$(VENV)/.bench: pyproject.toml $(VENV)/.test
	@echo "Installing what the measurements compare with ..."
	@$(PIP) --editable '.[test,bench]'
	@touch $@

$(VENV)/.mutants: pyproject.toml $(VENV)/.test
	@echo "Installing what changes the rules ..."
	@$(PIP) --editable '.[test,mutants]'
	@touch $@
