# `make run` and `make test` do all the set-up: they need Rust 1.95 (with clippy and rustfmt), a C compiler, git and Python 3.11.
# `make help` lists every target.

CARGO  ?= cargo
PYTHON ?= python3
TARGET := $(or $(CARGO_TARGET_DIR),target)
TESUJI := $(TARGET)/release/tesuji

# Where `make proofs` leaves its certificates.
CERTIFICATES := $(TARGET)/certificates
EXAMPLES     := examples/ziggurat.toml examples/yang7.toml
# Whole boards that `make proofs` solves.
BOARDS       := testdata/boards/puzzles.toml --only '7x7-*'
# A game of Amazons that `make proofs` looks at.
GAME         := examples/amazons.sgf
# A game of Hex that was lost by a mistake.
LOST         := c5 c4 b5 c6 e3 d4 b4 c3 b3 b6 a7 a6 d5 d6 e5 e6 g6 f5 g4 g5
# The second checker, which shares no code with the first.
CHECKER      := python/tesuji/checker/certificate.py
# How long `make fuzz` spends on each target, and on which: on all if none is named.
FUZZ_SECONDS ?= 60
FUZZ_TARGETS ?=
# The library that is Python's module, where it goes, and what the tests of Python need.
LIBRARY := $(if $(filter Darwin,$(shell uname)),libtesuji_python.dylib,libtesuji_python.so)
MODULE  := python/tesuji/_tesuji.abi3.so
VENV    := $(TARGET)/venv
# What of the engine goes into the page that the server shows, as WebAssembly: `checker` or `none`.
ENGINE ?= checker

# The crates that other people build on (ARCHITECTURE.md).
BOUNDARIES := -p tesuji-proof -p tesuji-game -p tesuji-engine -p tesuji-prove

.DEFAULT_GOAL := help
.PHONY: help build dist run proofs web report papers book site site-test release python test checks quick budgets webtest pytest train-check campaign campaign-stop campaign-publish go-campaign go-campaign-stop go-campaign-publish peers fmt lint docs tidy bench fuzz semver clean
.SUFFIXES:

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 8

build: ## build the release binary
	$(CARGO) build --release --locked -p tesuji

dist: ## build the binary as it is shipped and measured: optimised across crates, which takes twice as long
	$(CARGO) build --profile dist --locked -p tesuji

# The page, if Node is there; the program says how to build it otherwise.
run: ## build the page and the program, and open the workbench
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory web; else echo 'Node 20.19 or newer with npm is missing: the program runs without its page'; fi
	$(MAKE) --no-print-directory build
	$(TESUJI) serve

proofs: build ## prove the examples, solve two boards, check the certificates twice, show the boards and a game of Amazons
	rm -rf $(CERTIFICATES)
	mkdir -p $(CERTIFICATES)
	$(TESUJI) prove $(EXAMPLES) --certificates $(CERTIFICATES)
	$(TESUJI) claim strategy examples/yang7.strategy --certificates $(CERTIFICATES)
	$(TESUJI) solve $(BOARDS) --moves --certificates $(CERTIFICATES)
	$(TESUJI) check $(CERTIFICATES)/*.cert
	$(PYTHON) $(CHECKER) $(CERTIFICATES)/*.cert
	for example in $(EXAMPLES); do $(TESUJI) show $$example || exit 1; done
	$(TESUJI) claim answers $(CERTIFICATES)/ziggurat.cert
	$(TESUJI) show $(GAME)
	@echo
	@echo "You have seen: claims and whole boards proved, $$(ls $(CERTIFICATES)/*.cert | wc -l) certificates checked by two separate programs,"
	@echo "the answers of a template to each intrusion, and the move that decided a game of Amazons."
	@echo "Three things to try:"
	@echo "  $(TESUJI) claim defend $(CERTIFICATES)/ziggurat.cert        you intrude, the proof answers"
	@echo "  $(TESUJI) review \"$(LOST)\" --board 7"
	@echo "                                                        which move lost this game of Hex"
	@echo "  $(TESUJI) convert examples/ziggurat.toml --only ziggurat --to hexwiki"
	@echo "                                                        the template, to post on a wiki"

# With TESUJI_PEERS=required, as in CI, this fails if something is still missing, and a test that is skipped fails.
peers: ## install the programs that tests need, where apt-get is there: as root, or with sudo after asking
	@.ci/setup.sh install

# What the page is built from.
PAGE := $(shell find web/src web/public web/scripts web/site web/index.html web/*.json web/*.ts web/*.js -type f 2>/dev/null)

web: web/dist/index.html ## build the page into web/dist

# Touching the build script makes Cargo take in the page anew.
web/dist/index.html: $(PAGE)
	@command -v npm >/dev/null || { echo 'make web needs Node 20.19 or newer with npm; the program works without the page: see web/README.md'; exit 1; }
	cd web && { test node_modules/.package-lock.json -nt package-lock.json || npm ci; } && npm run build
	@test $(ENGINE) = none || web/scripts/engine.sh web/dist $(ENGINE) || { test $$? = 3 && echo 'the page is built without a checker of its own: the server checks certificates'; }
	@touch web/dist/index.html crates/server/build.rs

site: ## build the page with the whole engine into target/site, for any static host (docs/SITE.md)
	@command -v npm >/dev/null || { echo 'make site needs Node 20.19 or newer with npm: see web/README.md'; exit 1; }
	cd web && { test node_modules/.package-lock.json -nt package-lock.json || npm ci; } && npm run site
	web/scripts/engine.sh target/site all
	cd web && npm run offline && npm run size

# What builds the book, kept in target/tools.
MDBOOK := $(TARGET)/tools/bin/mdbook
$(MDBOOK):
	$(CARGO) install mdbook --locked --version 0.5.4 --no-default-features --features search --root $(TARGET)/tools

# The workflow of the site publishes it beside the page.
book: $(MDBOOK) ## build the documents as a website with a search into target/book
	$(PYTHON) .ci/book.py target/book-src
	$(MDBOOK) build

# Without TARGETS for Linux, Windows and macOS. Zig, from PyPI, compiles the little C and links.
TARGETS ?=
release: web ## build archives to download into target/downloads (docs/RELEASES.md)
	@test -x $(TARGET)/zig/bin/cargo-zigbuild || { $(PYTHON) -m venv $(TARGET)/zig && \
		$(TARGET)/zig/bin/pip install --quiet --disable-pip-version-check ziglang==0.17.1 cargo-zigbuild==0.24.1; }
	@PATH="$(abspath $(TARGET))/zig/bin:$$PATH" .ci/release.sh $(TARGET)/downloads $(TARGETS)

# Beside the site it is what the page links to under Studies.
report: build ## write the report of the five papers from the kept runs into target/report, as HTML with its pictures
	$(TESUJI) study report docs/papers --out $(TARGET)/report

# The moves of all games so far are tracked; what is played now is copied there by hand. Nothing is lost by the copy here: stores keep all.
papers: build ## play on the games of Takada's tables from those in bench/runs/takada2014, at the lowest priority, until Ctrl-C
	mkdir -p $(TARGET)/papers && cp bench/runs/takada2014/*.games $(TARGET)/papers/
	nice -n 19 $(TESUJI) study run takada2014/table1 takada2014/table3 takada2014/table2 takada2014/table4 --full --out $(TARGET)/papers

# What the tests of the page use: the same code, compiled soon. `make site` is what is shipped and what has a bound on its size.
site-test: target/site-test/index.html ## build the page with an unoptimised engine into target/site-test, for tests alone
	PROFILE=wasm-test web/scripts/engine.sh target/site-test all
	cd web && TESUJI_SITE=../target/site-test npm run offline

target/site-test/index.html: $(PAGE)
	@command -v npm >/dev/null || { echo 'make site-test needs Node 20.19 or newer with npm: see web/README.md'; exit 1; }
	cd web && { test node_modules/.package-lock.json -nt package-lock.json || npm ci; } && npx vite build --mode site --outDir ../target/site-test

test: peers ## everything that decides whether a change is good, within its budget of time
	@.ci/budget.sh make_test $(MAKE) --no-print-directory checks

checks: lint
	$(CARGO) test --workspace --locked --no-fail-fast
	@$(MAKE) --no-print-directory pytest
	@$(MAKE) --no-print-directory webtest
	@.ci/setup.sh skipped $(VENV)

python: ## build the Python module into python/tesuji, for PYTHONPATH=python
	$(CARGO) build --locked -p tesuji-python
	cp $(TARGET)/debug/$(LIBRARY) $(MODULE)

# The module is the one that the Rust tests have just built. What the tests need comes from PyPI into a folder of its own.
pytest: ## test the Python package: its examples, adapters, notebooks and a cluster
	@test -e $(TARGET)/debug/deps/$(LIBRARY) || $(CARGO) test --workspace --locked --no-run
	@cp $(TARGET)/debug/deps/$(LIBRARY) $(MODULE)
	@test $(VENV)/ready -nt pyproject.toml || \
	{ $(PYTHON) -m venv $(VENV) && $(PYTHON) python/needs.py pyproject.toml test ray >$(VENV)/needs.txt && \
	  $(VENV)/bin/pip install --quiet --disable-pip-version-check -r $(VENV)/needs.txt && touch $(VENV)/ready; } || \
	test "$$TESUJI_PEERS" != required
	@if test -e $(VENV)/ready; then \
		PYTHONPATH=python $(VENV)/bin/python -m pytest -q && $(VENV)/bin/python -m mypy; \
	else echo 'skipped: the tests of the Python package need packages from PyPI'; fi

# The page against the program that the Rust tests have just built, and the page without a server where it can be built.
webtest: ## check the page and use it in a browser, as people do
	@if command -v npm >/dev/null; then \
		$(MAKE) --no-print-directory web ENGINE=none && \
		{ $(MAKE) --no-print-directory site-test || { rm -f target/site-test/index.html; test "$$TESUJI_PEERS" != required; }; } && \
		cd web && npm run check && \
		../$(TARGET)/debug/examples/schema | npm run types -- --check --schema - && TESUJI_BIN=../$(TARGET)/debug/tesuji npm test; \
	elif test "$$TESUJI_PEERS" = required; then echo 'the tests of the page need Node 20.19 or newer with npm' >&2; exit 1; \
	else echo 'skipped: the tests of the page need Node 20.19 or newer with npm'; fi

# PyTorch, from PyPI: 3 GB with what it needs, so no part of `make test`. docs/NETWORK.md describes training.
TRAINING := $(TARGET)/training
$(TRAINING)/ready: training/pyproject.toml
	$(PYTHON) -m venv $(TRAINING) && $(PYTHON) python/needs.py training/pyproject.toml >$(TRAINING)/needs.txt && \
	$(TRAINING)/bin/pip install --quiet --disable-pip-version-check -r $(TRAINING)/needs.txt && touch $@

train-check: build $(TRAINING)/ready ## train a tiny net for a minute; its losses fall, and export and program agree
	cd training && $(abspath $(TRAINING))/bin/python -m gonet.check
	cd training && $(abspath $(TRAINING))/bin/python -m hexnet.check --tesuji $(abspath $(TESUJI))

# Options of `python -m hexnet.campaign`, such as CAMPAIGN='--threads 2'.
CAMPAIGN ?=
HEXNET    = env PYTHONPATH=training $(TRAINING)/bin/python -m hexnet.campaign \
	--start training/anchor.net --out $(TARGET)/campaign --published training/published

campaign: $(TRAINING)/ready ## play and train in the background, with what the machine has to spare, until make campaign-stop
	@nice -n 19 $(HEXNET) --background $(CAMPAIGN)

campaign-stop: ## stop it; make campaign goes on from there
	@test ! -e $(TARGET)/campaign/pid || $(HEXNET) --stop

campaign-publish: $(TRAINING)/ready ## write what it has learnt into training/published, to be committed
	@$(HEXNET) --publish

# Options of `python -m gonet.campaign`.
GO_CAMPAIGN ?=
GONET = env PYTHONPATH=training $(TRAINING)/bin/python -m gonet.campaign --out $(TARGET)/go-campaign --published training/published-go

go-campaign: $(TRAINING)/ready ## the same for Go on boards of all shapes
	$(CARGO) build --release --locked -p tesuji-engine --example go_games
	@nice -n 19 $(GONET) --generator $(TARGET)/release/examples/go_games --background $(GO_CAMPAIGN)

go-campaign-stop: ## stop it
	@test ! -e $(TARGET)/go-campaign/pid || $(GONET) --stop

go-campaign-publish: $(TRAINING)/ready ## write what it has learnt into training/published-go
	@$(GONET) --publish

fmt: ## format the sources
	$(CARGO) fmt --all

# Against BASE, by default what is not committed. What belongs to no crate has only the house checks here.
quick: ## test the crates that a change touches, those that name them, and the house
	$(CARGO) test --workspace --locked $$($(CARGO) run --quiet --locked -p xtask -- quick $(BASE))

# The program as it is shipped is not installed anywhere.
budgets: ## build the program twice, as on a person's machine and as it is shipped, within the budgets of time and length
	@.ci/budget.sh make_build $(CARGO) build --release --locked -p tesuji --target-dir $(TARGET)/budget
	@rm -rf $(TARGET)/budget
	@$(MAKE) --no-print-directory dist
	@.ci/budget.sh binary_bytes $(TARGET)/dist/tesuji

# Clippy checks what the compiler checks. Hosted CI documents the other crates as well: `make docs`.
lint: ## formatting, clippy and the documentation of the boundaries, warnings being errors
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --no-deps --locked $(BOUNDARIES)

docs: ## the programmer's documentation, warnings being errors
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --workspace --no-deps --locked

# Before the first tag there is nothing to compare with.
semver: ## compare the interfaces of the boundary crates with the last tag (needs `cargo install cargo-semver-checks`)
	@tag=$$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null) || { echo 'no version is tagged yet: there is nothing to compare'; exit 0; }; \
	$(CARGO) semver-checks --baseline-rev "$$tag" $(BOUNDARIES)

tidy: ## only the checks of the house: floors, licences, documents
	$(CARGO) test --workspace --locked --test tidy

bench: ## measure on this machine and keep the result in bench/runs/
	$(CARGO) run --release --locked -q -p xtask -- bench

# cargo-fuzz wants a nightly compiler; the variable makes the stable one accept the same options. No code here is unsafe, so
# there is nothing for a sanitizer to watch.
fuzz: export RUSTC_BOOTSTRAP = 1
fuzz: ## feed every parser and the checker random bytes (needs `cargo install cargo-fuzz`)
	@$(CARGO) fuzz --version >/dev/null 2>&1 || { echo 'make fuzz needs cargo-fuzz: cargo install --locked cargo-fuzz'; exit 1; }
	targets="$(FUZZ_TARGETS)"; targets=$${targets:-$$($(CARGO) fuzz list)} || exit 1; for target in $$targets; do \
		mkdir -p "fuzz/corpus/$$target"; words="fuzz/dictionaries/$$target.dict"; test -f "$$words" || words=; \
		$(CARGO) fuzz run --sanitizer none --features "$$target" "$$target" "fuzz/corpus/$$target" "fuzz/seeds/$$target" -- \
			-max_total_time=$(FUZZ_SECONDS) $${words:+-dict="$$words"} \
			-timeout=60 -rss_limit_mb=1024 -print_final_stats=1 || exit 1; \
	done

clean: ## remove what was built
	$(CARGO) clean
