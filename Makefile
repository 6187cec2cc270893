# `make run` and `make test` are all that a new machine needs. Everything lives in this folder: .venv, models, data.

PYTHON ?= python3
BIN := .venv/bin

# What pyproject.toml asks for, one requirement a line; the exact versions are in constraints.txt.
REQUIRED := import sys, tomllib; wanted = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	print(*wanted["dependencies"], *sum((wanted["optional-dependencies"][one] for one in sys.argv[1:]), []), sep="\n")
INSTALL = $(BIN)/python -c '$(REQUIRED)' $(1) > .venv/required.txt \
	&& $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -r .venv/required.txt

.DEFAULT_GOAL := help
.PHONY: help run models test check format docs bench leak clean

help:  ## what there is
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: .venv/ready models  ## run Greenroom: the bot where DISCORD_TOKEN is set, else the local room
	@$(BIN)/python -m bot run

models: .venv/ready  ## fetch the embedded model's weights, once
	@$(BIN)/python -m bot models || echo "Going on without the embedded model."

test: .venv/ready-dev  ## the whole test suite; make test ARGS="-k stop"
	@$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

check: .venv/ready-dev  ## lint, formatting, types, import rules
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/basedpyright
	$(BIN)/lint-imports

format: .venv/ready-dev  ## put the code into shape
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

docs: .venv/ready-dev  ## renew what is made from the code: docs/events.md, docs/floor.md and .env.example
	$(BIN)/python -m events.describe > docs/events.md
	$(BIN)/python -m bench.floor_page > docs/floor.md
	$(BIN)/python -c 'from bot.settings import example; print(example(), end="")' > .env.example

bench: .venv/ready-dev  ## speed and memory, each beside its baseline
	@$(BIN)/python -m bench

leak: .venv/ready-dev models  ## the leak exam of the model that writes; make leak ARGS="--trials 400"
	@$(BIN)/python -m exams leak $(ARGS)

clean:  ## remove what was built; keeps .env, data and models
	rm -rf .venv .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Greenroom needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) --version 2>&1 || echo missing)."; \
		echo "Name another one, for example: make run PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv .venv || { rm -rf .venv; \
		echo "The environment could not be made. On Debian and Ubuntu: apt-get install python3-venv"; exit 1; }

# The stamps are made anew when a requirement or a version changes.
.venv/ready: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Setting up .venv ..."
	@$(call INSTALL,local)
	@touch $@

.venv/ready-dev: pyproject.toml constraints.txt | .venv/bin/python
	@echo "Setting up .venv with the tools for development ..."
	@$(call INSTALL,local exams dev)
	@touch .venv/ready $@
