# The only task runner. Each target sets up what it needs in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: venv test demo bench lint pictures clean

venv: $(STAMP)

$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[virtual,dev]'
	touch $(STAMP)

test: venv
	$(BIN)/python -m pytest -n 2 tests/unit tests/mpy
	$(BIN)/python -m pytest tests/e2e tests/vdevice

demo: venv
	$(BIN)/bidbox demo

bench: venv
	$(BIN)/python -m tests.bench

lint: venv
	$(BIN)/ruff check .

# Draws anew what the documents show: displays, wiring, keypad legends, the evening card.
pictures: venv
	$(BIN)/python -m tests.pictures
	$(BIN)/python -m tests.e2e.displays
	for board in esp32_table esp32_director esp32c3_director; do \
	  $(BIN)/bidbox draw wiring $$board -o boards/$$board/wiring.svg || exit 1; done
	$(BIN)/bidbox draw seat esp32_table -o boards/esp32_table/seat_unit.svg
	$(BIN)/bidbox draw legend esp32_table -o boards/esp32_table/legend.svg
	$(BIN)/bidbox draw legend esp32_table --left -o boards/esp32_table/legend_left.svg
	$(BIN)/bidbox draw card -o docs/evening-card.svg

clean:
	rm -rf build $(VENV)
