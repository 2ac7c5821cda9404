# The entry point of the repository. `make help` lists the targets; CMake presets and scripts/ do the work.

PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?= $(shell nproc)
# Where the evaluation sets are, if available; they belong to others and are not part of the repository.
EVAL_DATA ?= ../shared/data
# Where `make bench` builds its text, about a gigabyte.
BENCH_CORPUS ?= build/bench-corpus
FUZZ_SECONDS ?= 60
# The Python that wheels are made and checked with.
PYTHON ?= python3
# QUICK=--quick leaves out what takes minutes: slow peers and the largest generated collections.
QUICK ?=
# What `make check` checks with clang-tidy: what differs from this revision, by default the newest one that is at least
# four hours older than the last commit, or the first of all. `make tidy` checks everything.
CHECK_SINCE ?= $(shell git rev-list -1 --min-age=$$(($$(git log -1 --format=%ct) - 4 * 3600)) HEAD | grep . || \
                       git rev-list --max-parents=0 HEAD | tail -n 1)

BUILD := cmake --build
CENTO := build/release/cento
packages = scripts/install_packages.sh
step = @printf '== %s\n'
submake = $(MAKE) --silent --no-print-directory

.DEFAULT_GOAL := cento
.PHONY: cento packages demo test python wheel check_wheel check check_python check_spark tidy fuzz bench eval format install clean help

cento: ## Builds build/release/cento (the default)
	@$(packages) --check build
	@$(submake) build/release/build.ninja
	@$(BUILD) build/release --target cento completions -j $(JOBS)

packages: ## Installs the missing Debian packages that building and testing need
	@$(packages) build test python

demo: ## Installs what is missing, builds, and runs Cento on examples/
	@$(packages) build
	@$(submake) cento
	@scripts/demo.sh $(CENTO)

test: ## Installs what is missing, builds, and runs all tests
	@$(packages) build test python
	@$(submake) build/release/tests.configured
	$(step) "release build"
	@$(BUILD) build/release -j $(JOBS)
	$(step) "tests"
	@ctest --test-dir build/release --output-on-failure --no-tests=error -j $(JOBS)
	@$(submake) python
	$(step) "tests of the Python package"
	@build/venv/bin/python -m pytest python/tests
	$(step) "all tests passed"

python: ## Installs the Python package into the virtual environment build/venv
	@$(packages) build python
	@$(submake) build/release/arrow.configured
	@$(submake) cento
	@$(BUILD) build/release --target cento_arrow_files -j $(JOBS)
	$(step) "Python package"
	@scripts/python_package.sh build/venv build/release

wheel: ## Makes wheels of the Python package in build/wheels, with the shared libraries they need
	@$(packages) build python
	@$(submake) build/release/arrow.configured
	@$(submake) cento
	@$(BUILD) build/release --target cento_arrow_files -j $(JOBS)
	$(step) "wheels"
	@scripts/make_wheels.sh $(PYTHON)

check_wheel: wheel ## Makes wheels and checks them in a new virtual environment and in bare Debian 12 and 13 systems
	$(step) "wheels where nothing else is installed"
	@scripts/check_wheel.sh $(PYTHON)

check: ## Checks formatting, includes, all tests under sanitizers, and clang-tidy on what changed
	@$(packages) build test check
	$(step) "formatting: clang-format-14 on all C++ files"
	@scripts/format.sh --check
	$(step) "includes: each folder includes earlier steps only, each header compiles alone"
	@scripts/check_includes.py
	@$(submake) build/dev/build.ninja
	$(step) "build with AddressSanitizer and UndefinedBehaviorSanitizer"
	@$(BUILD) build/dev -j $(JOBS)
	$(step) "tests under sanitizers"
	@ctest --test-dir build/dev --output-on-failure --no-tests=error -j $(JOBS)
	@$(submake) build/threads/build.ninja
	$(step) "build with ThreadSanitizer, of what runs jobs side by side"
	@$(BUILD) build/threads --target core_tests engine_tests -j $(JOBS)
	$(step) "tests under ThreadSanitizer"
	@ctest --test-dir build/threads -R '^(core|engine)/' --output-on-failure --no-tests=error -j $(JOBS)
	@$(submake) build/plain/build.ninja
	$(step) "build of each source separately, without optimisation"
	@$(BUILD) build/plain --target cento engine_tests join_tests -j $(JOBS)
	$(step) "tests without optimisation"
	@ctest --test-dir build/plain -R '^(engine|join)/' --output-on-failure --no-tests=error -j $(JOBS)
	$(step) "clang-tidy-14 on what changed since $(CHECK_SINCE)"
	@scripts/run_clang_tidy.py --build build/plain --jobs $(JOBS) --since $(CHECK_SINCE)

check_python: python ## Runs the tests of the Python package with the engine built with sanitizers
	@JOBS=$(JOBS) scripts/python_sanitizers.sh

check_spark: python ## Runs all tests of cento.spark, also those on a cluster of two workers
	$(step) "cento.spark"
	@build/venv/bin/python -m pytest python/tests/spark -m slow

tidy: ## Runs clang-tidy over all sources, which takes half an hour
	@$(packages) build test check
	@$(submake) build/plain/build.ninja
	@$(BUILD) build/plain --target cento -j $(JOBS)
	@scripts/run_clang_tidy.py --build build/plain --jobs $(JOBS)

fuzz: ## Fuzzes each target for FUZZ_SECONDS (60)
	@$(packages) build fuzz
	@$(submake) build/fuzz/build.ninja
	@[ ! -x build/venv/bin/python ] || \
	  cmake build/fuzz -DCENTO_PYARROW="$$(scripts/find_pyarrow.sh build/venv/bin/python)" >/dev/null
	@$(BUILD) build/fuzz -j $(JOBS)
	@scripts/fuzz.sh build/fuzz $(FUZZ_SECONDS)

bench: ## Measures against md5sum, zcat and peers, and writes the tables of docs/benchmarks.md (QUICK=--quick: less)
	@$(packages) build bench
	@$(submake) build/bench/build.ninja
	@$(BUILD) build/bench --target all all_pairs -j $(JOBS)
	@bench/corpus.py --out $(BENCH_CORPUS)
	@bench/run.py --build build/bench --corpus $(BENCH_CORPUS) --data $(EVAL_DATA) --write docs/benchmarks.md
	@bench/peers.sh build/peers
	@bench/near_duplicates.py --cento build/bench/cento --input $(BENCH_CORPUS)/en.jsonl --peers build/peers $(QUICK) \
	  --write docs/benchmarks.md
	@bench/passages.py --cento build/bench/cento --input $(BENCH_CORPUS)/en.jsonl --write docs/benchmarks.md \
	  --reuters $(EVAL_DATA)/reuters/docs.jsonl.zst
	@bench/substring.py --build build/bench --input $(BENCH_CORPUS)/en.jsonl $(QUICK) --write docs/benchmarks.md
	@bench/growth.py --build build/bench --words $(BENCH_CORPUS)/en.txt $(QUICK) --write docs/benchmarks.md
	@bench/growth.py --build build/bench --words $(BENCH_CORPUS)/en.txt --of scan --beyond 256 $(QUICK) --write docs/benchmarks.md
	@bench/index.py --build build/bench --corpus $(BENCH_CORPUS) $(QUICK) --write docs/benchmarks.md
	@bench/memory.sh build/bench $(BENCH_CORPUS) $(EVAL_DATA)/questions/qqp-dev/pairs.jsonl.zst $(QUICK)
	@bench/threads.py --build build/bench --corpus $(BENCH_CORPUS) --write docs/benchmarks.md \
	  --questions $(EVAL_DATA)/questions/qqp-dev/pairs.jsonl.zst
	@$(submake) python
	@bench/peers.sh build/peers-text-dedup text-dedup.txt
	@bench/python.py --input $(BENCH_CORPUS)/en.jsonl --python build/venv/bin/python --programs build/bench \
	  --peers build/peers --text-dedup build/peers-text-dedup --write docs/benchmarks.md --peers-page docs/peers.md
	@bench/spark.py --input $(BENCH_CORPUS)/en.jsonl --python build/venv/bin/python --programs build/bench \
	  --work $(BENCH_CORPUS) --reuters $(EVAL_DATA)/reuters/docs.jsonl.zst $(QUICK) --write docs/benchmarks.md \
	  --page docs/spark.md --figure docs/images/spark-cores.svg

eval: ## Compares counts and quality on the sets in EVAL_DATA with those recorded in tests/eval
	@$(packages) build
	@$(submake) cento
	@$(BUILD) build/release --target all_pairs -j $(JOBS)
	@scripts/eval.py --cento $(CENTO) --all-pairs build/release/all_pairs --data $(EVAL_DATA)

format: ## Formats all C++ files in place
	@scripts/format.sh

install: cento ## Installs below PREFIX (/usr/local), staged in DESTDIR if given
	@$(BUILD) build/release --target cento_shared -j $(JOBS)
	@DESTDIR='$(DESTDIR)' cmake --install build/release --prefix '$(PREFIX)'

clean: ## Removes everything that was built, except the benchmark text
	@find build -mindepth 1 -maxdepth 1 ! -path '$(BENCH_CORPUS)' -exec rm -rf {} +

help: ## Lists the targets
	@awk -F ':.*## ' '/^[a-z_]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Configured once: afterwards the build itself notices changed CMake files. A plain build needs no test packages.
build/release/build.ninja:
	@cmake --preset release -DCENTO_TESTS=OFF
build/release/tests.configured: build/release/arrow.configured
	@cmake --preset release -DCENTO_TESTS=ON
	@touch $@
build/release/arrow.configured: python/requirements-test.txt
	@scripts/python_environment.sh build/venv
	@$(submake) build/release/build.ninja
	@cmake build/release -DCENTO_PYARROW=$$(scripts/find_pyarrow.sh build/venv/bin/python)
	@touch $@
build/%/build.ninja:
	@cmake --preset $*
