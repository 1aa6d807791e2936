# `make run` plays the demonstration, `make test` checks everything. Both make what they need, in .venv.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install --no-build-isolation
LOCKED := $(PIP) --require-hashes --use-pep517 --requirement
OURS := $(PIP) --no-deps --editable .
TESTS ?=
# Tests beside each other: one more than there are processors, since many wait for a lamp or a page.
WORKERS ?= $(shell n=$$(nproc); echo $$((n < 8 ? n + 1 : 8)))
ARGS ?=

# In a renamed folder, or after its Python was replaced, the environment is made again.
STALE := $(shell [ ! -e $(VENV)/bin/pip ] || { head -n 2 $(VENV)/bin/pip | grep -qF "$(CURDIR)/$(VENV)/bin/python" && \
	$(BIN)/python -c "import pip" 2>/dev/null; } || { rm -rf $(VENV); echo yes; })
ifeq ($(STALE),yes)
$(info The folder was renamed or its Python was replaced: $(VENV) is made again.)
endif

# The tests start some hundreds of commands: none of them is to compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run emulate venv system check quick pytest test pythons bare browsers deb shop bench proof lock pictures words mutants clean

help: ## say what there is to make
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(VENV)/.run ## a demonstration table on this machine; prints its address; ARGS="--port 8001" for another port
	@$(BIN)/cuelight demo $(ARGS)

emulate: $(VENV)/.emulate ## readers, lights and buttons on a page, to try a whole table without parts; ARGS=--mat for the mat
	@$(BIN)/cuelight emulate $(ARGS)

venv: $(VENV)/.test ## the environment that the checks and tests run in

test: ## the checks, then every test; what fails once more, alone; TESTS=tests/unit/journal/test_journal.py for some
	@$(MAKE) --silent $(VENV)/.test
	@$(MAKE) --silent --jobs 2 check $(VENV)/.collected
	@$(MAKE) --silent pytest

quick: check ## the checks and the quick tests: an answer in a minute or two; says nothing of pages and devices
	@$(BIN)/python -m pytest --quiet --numprocesses $(WORKERS) --dist worksteal -m "not slow" $(TESTS)

check: $(VENV)/.test ## style, types, imports and words
	@echo "Checking style ..."
	@$(BIN)/ruff check --quiet .
	@echo "Checking types ..."
	@$(BIN)/mypy --no-error-summary
	@echo "Checking imports ..."
	@$(BIN)/lint-imports >$(VENV)/imports.log 2>&1 || { cat $(VENV)/imports.log; exit 1; }
	@echo "Checking words ..."
	@$(BIN)/python tools/prose.py
	@echo "Checking scripts and styles ..."
	@$(BIN)/python tools/browsers.py

# pytest compiles each file of tests in a way of its own: once, beside the checks, instead of once in every worker.
$(VENV)/.collected: $(VENV)/.test $(shell find tests -name '*.py')
	@$(BIN)/python -m pytest --quiet --collect-only >$(VENV)/collected.log 2>&1 || true
	@touch $@

pytest: $(VENV)/.test system
	@$(BIN)/python tools/run_tests.py --numprocesses $(WORKERS) --dist worksteal --durations 10 --durations-min 10 $(TESTS)

system: $(VENV)/.test
	@tools/ensure-system $(VENV)

pythons: ## the tests on CPython 3.11, 3.12 and 3.13, in an environment each; TESTS=... for some
	@tools/test-on-pythons $(TESTS)

bare: ## both commands of README.md in a minimal Debian, bookworm and trixie; wants root; ARGS=trixie for one
	@tools/bare $(ARGS)

browsers: $(VENV)/.test system ## the main pages in Debian's Firefox and WebKit; installs them, if it may
	@{ command -v firefox-esr && command -v WebKitWebDriver && command -v xvfb-run; } >/dev/null || { \
		echo "Installing firefox-esr, webkit2gtk-driver and xvfb ..."; \
		apt-get install -y --no-install-recommends firefox-esr webkit2gtk-driver xvfb xauth >/dev/null; }
	@$(BIN)/python -m pytest --quiet tests/long/proof_other_browsers.py

deb: locks/table.txt $(VENV)/.build ## the Debian package for a table, of what is committed; in build/deb
	@$(BIN)/python tools/deb.py $(ARGS)

shop: $(VENV)/.test ## install, break, update and restore that package in a booted Debian, bookworm and trixie; wants root
	@tools/shop $(ARGS)

bench: $(VENV)/.bench system ## measure, and print goals and figures; ARGS="engine table" for some, ARGS=--short to try it
	@$(BIN)/python -m bench $(ARGS)

proof: $(VENV)/.bench system ## the long forms of all that is promised, or ARGS="any-game" for some; see docs/promises.md
	@$(BIN)/python -m bench.promises prove $(ARGS)

lock: $(VENV)/.lock ## pin what pyproject.toml asks for, with hashes, in locks/; ARGS=--upgrade for the newest of everything
	@$(BIN)/python tools/lock.py $(ARGS)

pictures: $(VENV)/.test system ## take the pictures of README.md and the docs anew; look at them
	@$(BIN)/python -m tests.support.pictures

words: $(VENV)/.test ## bring the catalogues of words up to what the code says; ARGS=fr begins a language
	@$(BIN)/python tools/words.py $(ARGS)

mutants: $(VENV)/.mutants ## change the rules in many places and see whether the tests notice; ARGS="--sample 1000"
	@$(BIN)/python -m bench.mutants $(ARGS)

clean: ## throw away what was made
	rm -rf $(VENV) mutants build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@python=$$(PYTHON=$(PYTHON) tools/find-python) || exit 1; \
	echo "Making $(VENV) with $$python ..."; \
	"$$python" -m venv --clear $(VENV)

# Only what is in locks/, each file by its hash; what comes as source is built with what locks/build.txt has.
$(VENV)/.build: locks/build.txt | $(BIN)/python
	@$(LOCKED) locks/build.txt
	@touch $@

$(VENV)/.run: pyproject.toml locks/run.txt $(VENV)/.build
	@echo "Installing Cuelight ..."
	@$(LOCKED) locks/run.txt
	@$(OURS)
	@touch $@

$(VENV)/.emulate: locks/table.txt $(VENV)/.run
	@echo "Installing the libraries of readers ..."
	@$(LOCKED) locks/table.txt
	@touch $@

$(VENV)/.test: pyproject.toml locks/test.txt $(VENV)/.build
	@echo "Installing Cuelight and the tools of its tests (a few minutes on a Raspberry Pi) ..."
	@$(LOCKED) locks/test.txt
	@$(OURS)
	@touch $@ $(VENV)/.run

$(VENV)/.bench: locks/bench.txt $(VENV)/.test
	@echo "Installing what the measurements compare with ..."
	@$(LOCKED) locks/bench.txt
	@touch $@

$(VENV)/.mutants: locks/mutants.txt $(VENV)/.test
	@echo "Installing what changes the rules ..."
	@$(LOCKED) locks/mutants.txt
	@touch $@

$(VENV)/.lock: locks/lock.txt $(VENV)/.build
	@$(LOCKED) locks/lock.txt
	@touch $@
