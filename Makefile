# The only task runner. Each target sets up what it needs in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: venv test demo bench lint clean

venv: $(STAMP)

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[virtual,dev]'
	touch $(STAMP)

test: venv
	$(BIN)/python -m pytest

demo: venv
	$(BIN)/bidbox demo

bench: venv
	$(BIN)/python -m tests.bench

lint: venv
	$(BIN)/ruff check .

clean:
	rm -rf build $(VENV)
