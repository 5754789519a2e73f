# The front door. `make demo` or `make test` is all that a newcomer types.
SWIFT ?= swift
# SwiftPM builds everything anew in another environment, and counts the shell's `_` as one: what make adds to it goes no
# further, so that `make build` and `swift build` take turns at no cost.
SHELL := /bin/bash
CLEAN := unset MAKELEVEL MAKEFLAGS MFLAGS MAKEOVERRIDES MAKE_TERMOUT MAKE_TERMERR FILTER ARGS;

.PHONY: all setup build test test-long test-release check demo demo-host demo-sessions demo-stormy bench crosscheck format clean install deb

all: build

setup:
	@scripts/setup.sh

build: setup
	@$(CLEAN) $(SWIFT) build

# Runs every test; `make test FILTER=AppleArchiveTests` runs some.
test:
	@scripts/setup.sh --tests
	@$(CLEAN) scripts/test.sh $(if $(FILTER),--filter '$(FILTER)')

# The same with more kills, connections and examples each: an hour and more.
test-long:
	@scripts/setup.sh --tests
	@$(CLEAN) BA_TEST_LONG=1 scripts/test.sh $(if $(FILTER),--filter '$(FILTER)')

# The same, optimized: a compiler's faults show there only.
test-release:
	@scripts/setup.sh --tests
	@$(CLEAN) CONFIGURATION=release scripts/test.sh $(if $(FILTER),--filter '$(FILTER)')

# Format, licence headers, import direction, what an app that uses the frameworks fetches and links, and the C interface.
check: setup
	scripts/check-format.sh
	scripts/check-headers.sh
	scripts/check-house.py
	@$(CLEAN) scripts/check-linkage.sh
	@$(CLEAN) scripts/check-symbols.sh

demo: setup
	@$(CLEAN) scripts/demo.sh

# The store side: uploads, reviews, contexts and releases.
demo-host: setup
	@$(CLEAN) scripts/demo-host.sh

# The same as demo for an app that manages its assets itself.
demo-sessions: setup
	@$(CLEAN) scripts/demo-sessions.sh

demo-stormy: setup
	@$(CLEAN) scripts/demo-stormy.sh

# Release, with Swift's libraries inside: `make install PREFIX=/usr DESTDIR=/tmp/stage`.
install: setup
	packaging/install.sh

# The same as a Debian package.
deb: setup
	packaging/debian/build.sh

# Measures the service and the tools against their peers; `make bench ARGS="--only stored-pack --json out.json"`.
bench: setup
	@$(CLEAN) Benchmarks/Scripts/bench.sh $(ARGS)

# Our LZFSE against the C reference, in both directions, on 210 MB and 10,000 small inputs.
crosscheck: setup
	Benchmarks/Scripts/crosscheck.sh $(ARGS)

format:
	scripts/check-format.sh --fix

clean:
	$(SWIFT) package clean
