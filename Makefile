# Everything that is typed here needs git, make and a Python (3.11 or newer) with its venv module:
# no root, no compiler. Another Python: make test PY=python3.12

PY ?= python3
VENV ?= .venv
DEMO_VENV ?= .venv-demo
DEMO_DIR ?= demo
# Options for pytest: make test ARGS='-k rankings'
ARGS ?=

BIN := $(VENV)/bin
DEMO_BIN := $(DEMO_VENV)/bin
METADATA := setup.cfg pyproject.toml
PYTHON_FILES := $(wildcard $(shell git ls-files '*.py'))
SHIPPED := $(filter-out tests/% docs/%,$(PYTHON_FILES)) \
	$(wildcard $(shell git ls-files README.md LICENSE MANIFEST.in py.typed specs gold))
TEST_READY := $(VENV)/.ready-test
CHECK_READY := $(VENV)/.ready-check
COVERED := $(VENV)/.covered
WHEEL := dist/.built
DEMO_READY := $(DEMO_VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help demo test slow check lint types wheel docs coverage screenshots bench scale growth clean

help:  ## list what can be made
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s%s\n", $$1, $$2 }' Makefile

# --- use ---------------------------------------------------------------------------------------

demo: $(DEMO_READY)  ## install the wheel into an environment of its own and run the demo
	$(DEMO_BIN)/benchbook demo --dir $(DEMO_DIR)
	@echo "the command that made it: $(DEMO_BIN)/benchbook"

# --- work --------------------------------------------------------------------------------------

test: $(TEST_READY)  ## run the tests but the slow ones (ARGS='-k word' runs some)
	@rm -f $(COVERED)
	$(BIN)/coverage run -m pytest -m "not slow" $(ARGS)
	$(if $(strip $(ARGS)),,@touch $(COVERED))

slow: $(TEST_READY)  ## run the slow tests: processes, wheels, whole collections (ARGS as above)
	$(BIN)/coverage run --append -m pytest -m slow $(ARGS)

check: lint types wheel docs coverage  ## rules, types, wheel, site, coverage

lint: $(CHECK_READY)  ## ruff: rules and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(CHECK_READY)  ## mypy (strict) and pyright
	$(BIN)/mypy
	$(BIN)/mypy tests
	$(BIN)/mypy docs
	$(BIN)/pyright --pythonpath $(BIN)/python

wheel: $(CHECK_READY)  ## build the wheel and compare its files with what should be in it
	$(BIN)/python -m pytest -q tests/rules/test_wheel.py

docs: $(CHECK_READY)  ## build the site into docs/_build/html (make test and make slow run its examples)
	$(BIN)/sphinx-build -W -n -E -q --keep-going -d docs/_build/trees docs docs/_build/html
	$(BIN)/python -m pytest -q --doctest-glob='*.md' README.md $(wildcard docs) || test $$? -eq 5

coverage: $(CHECK_READY) $(COVERED)  ## coverage of core and ledger, branches too, at least 90 %
	$(BIN)/python .ci/coverage_floor.py

screenshots: $(CHECK_READY)  ## take the pictures of the demo's report for docs/ (needs a Chromium)
	$(BIN)/python docs/screenshots.py

bench: $(CHECK_READY)  ## measure against the peers; fails where a ratio is below its least
	@set -e; for bench in tests/bench/bench_*.py; do echo "== $$bench"; $(BIN)/python "$$bench"; done

scale: $(CHECK_READY)  ## what each lane costs on 50,000 documents; takes a quarter of an hour and more
	$(BIN)/python tests/bench/scale.py

growth: $(CHECK_READY)  ## how cost grows with topics, depth and conditions, as fitted exponents
	$(BIN)/python tests/bench/growth.py

clean:  ## remove environments, builds and caches; never a workspace
	rm -rf $(VENV) $(DEMO_VENV) build dist benchbook.egg-info .coverage .coverage.* coverage.json
	rm -rf docs/_build .mypy_cache .pytest_cache .ruff_cache .hypothesis

# --- environments ------------------------------------------------------------------------------

define make_venv
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo \
	  "Benchbook needs Python 3.11 or newer as $(PY); name another one: make PY=python3.12" >&2; exit 1; }
	@$(PY) -c 'import ensurepip, venv' || { echo \
	  "$(PY) lacks venv: install it (Debian, Ubuntu: python3-venv) or name another: make PY=python3.12" >&2; exit 1; }
	@test -x $(1)/bin/python || $(PY) -m venv $(1)
endef

$(TEST_READY): $(METADATA)
	$(call make_venv,$(VENV))
	$(BIN)/python -m pip install -q -e '.[test]'
	@touch $@

$(CHECK_READY): $(METADATA)
	$(call make_venv,$(VENV))
	$(BIN)/python -m pip install -q -e '.[dev]'
	@touch $@ $(TEST_READY)

$(COVERED): $(PYTHON_FILES)
	$(MAKE) test ARGS=

# A stale build/ would put deleted files into the wheel.
$(WHEEL): $(METADATA) $(SHIPPED)
	$(call make_venv,$(DEMO_VENV))
	rm -rf build dist
	$(DEMO_BIN)/python -m pip wheel -q --no-deps --wheel-dir dist .
	rm -rf build
	@touch $@

# The second line replaces a wheel of the same version, which pip would keep.
$(DEMO_READY): $(WHEEL)
	$(DEMO_BIN)/python -m pip install -q dist/*.whl
	$(DEMO_BIN)/python -m pip install -q --force-reinstall --no-deps dist/*.whl
	@touch $@
