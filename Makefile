# Everything is done by a target of this file; `make help` lists them. `swift build` and `swift test` work without it, once
# what `make needs-build` installs is there.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
BUILD := .build
BINARY := $(BUILD)/release/experiments
EXPERIMENTS_BINARY ?= $(CURDIR)/$(BINARY)
CONFORMANCE := $(abspath $(or $(EXPERIMENTS_CONFORMANCE),../shared/conformance))

# A release for Linux runs where there is no Swift: its runtime, the C++ library, zlib, SQLite and ncurses are linked in.
# No path of this folder is in a release, so that it has the same bytes wherever it is built.
RELEASE := -c release -debug-info-format none $(foreach to,-Xcc -Xcxx,$(to) -ffile-prefix-map=$(CURDIR)=.)
ifeq (Linux,$(shell uname -s))
LINK := $(BUILD)/release-link
RELEASE += --static-swift-stdlib -Xlinker -L$(CURDIR)/$(LINK) -Xlinker --gc-sections -Xlinker -s
ARCHIVES := $(addprefix $(LINK)/lib,stdc++.so ncursesw.so z.so sqlite3.so)
endif

.DEFAULT_GOAL := help
.PHONY: help run test test-one test-clients test-fleet test-kills test-apps test-rollouts test-retire test-tsan test-warehouses test-worlds fuzz attack campaign build release release-code bench sizes lint format docs pictures install uninstall package clean needs-build needs-test needs-etcd

# A target's line begins its help with ##, or with ### where only those who work on this package need it.
help: ### Show the targets, and with ALL=1 all of them
	@awk 'BEGIN { FS = ":[^#]*##$(if $(ALL),#?) " } /^[a-z-]+:[^#]*##$(if $(ALL),#?) / { printf "  make %-12s  %s\n", $$1, $$2 }' \
		$(firstword $(MAKEFILE_LIST))
	@$(if $(ALL),,echo; echo "make help ALL=1 also shows the targets for measuring, attacking and releasing.")

run: needs-build ## Build, and open the dashboard on a demo that changes while you watch
	@$(SWIFT) run experiments-demo demo

test: needs-test ## Run every test, those that drive the program in a real terminal included
	$(SWIFT) test

test-one: build needs-test ### Run the tests (FILTER) on one processor, where all tasks share one thread
	@.ci/one-thread/run '$(FILTER)'

test-clients: release ### Run the SDKs of others, from PyPI, against the program
	@.ci/packages python
	@Tests/Clients/run $(EXPERIMENTS_BINARY) $(CONFORMANCE)

test-fleet: needs-test needs-etcd ### Run the tests with three members of etcd, whose leaders are killed FLEET_KILLS (5) times, and FLEET_APPS (2000) linked apps
	EXPERIMENTS_FLEET=1 EXPERIMENTS_FLEET_KILLS=$(or $(FLEET_KILLS),5) EXPERIMENTS_FLEET_APPS=$(or $(FLEET_APPS),2000) \
		$(SWIFT) test --no-parallel --filter FleetTests

# The tests that do many things at once, under a tool that sees unguarded access.
TSAN_TESTS := ExperimentsCoreTests|ExperimentsSupportTests|ExperimentsTests|TypedKeyTests|ActiveConfigurationTests.*(Listener|Switching|User|Download|Keeper)|VariantsTests.*(Reload|Keeper|Persona)
test-tsan: needs-build ### Run the tests of what many threads share under ThreadSanitizer
	$(SWIFT) test --sanitize thread -Xswiftc -DEXPERIMENTS_THREAD_SANITIZER --scratch-path $(BUILD)/tsan --filter '$(TSAN_TESTS)'

fuzz: needs-build ### Feed damaged input to every parser: FUZZ_ROUNDS (50000) times, other input for another FUZZ_SEED (0)
	EXPERIMENTS_FUZZ_ROUNDS=$(or $(FUZZ_ROUNDS),50000) EXPERIMENTS_FUZZ_SEED=$(or $(FUZZ_SEED),0) \
		$(SWIFT) test --no-parallel --filter '[Ff]uzz'

test-kills: release ### Kill imports of events KILLS (1000) times at any moment: what is stored must add up
	EXPERIMENTS_KILLS=$(or $(KILLS),1000) EXPERIMENTS_BINARY=$(EXPERIMENTS_BINARY) \
		$(SWIFT) test --no-parallel --filter KilledImportTests

test-apps: needs-build ### Build small apps in three language modes, with other traits and beside other packages, and print what each takes
	@SWIFT=$(SWIFT) Tests/Apps/run $(BUILD)/apps

test-rollouts: needs-build ### Simulate hundreds of rollouts from start to end, with kills and lost answers, and print what they took
	EXPERIMENTS_ROLLOUTS=1 $(SWIFT) test --filter RolloutLivesTests

test-worlds: release ### Judge verdicts by WORLDS (2000) experiments whose truth is known, others for another WORLD_SEED (1), and looks during imports
	@.ci/packages python
	@Tests/Worlds/run $(EXPERIMENTS_BINARY) --worlds $(or $(WORLDS),2000) --seed $(or $(WORLD_SEED),1)
	@Tests/Worlds/run $(EXPERIMENTS_BINARY) --during-imports 20 --seed $(or $(WORLD_SEED),1)

test-warehouses: release ### Count PROJECTS (300) random experiments in SQLite, DuckDB, ClickHouse and PostgreSQL, and compare them with the store; others for another PROJECT_SEED (1)
	@.ci/packages python
	@Tests/Warehouses/run $(EXPERIMENTS_BINARY) --projects $(or $(PROJECTS),300) --seed $(or $(PROJECT_SEED),1)

test-retire: needs-build ### Compile and run code before and after flags were taken out of it: the fixtures, and RETIREMENTS (20000) random programs, other ones for another RETIRE_SEED (0)
	EXPERIMENTS_RETIREMENTS=$(or $(RETIREMENTS),20000) EXPERIMENTS_RETIRE_SEED=$(or $(RETIRE_SEED),0) \
		$(SWIFT) test --no-parallel --filter 'CompiledRetirementTests|RandomProgramTests'

attack: release ### Attack the program: ATTACK_ROUNDS (20) times as much as in `make test`, other input for another ATTACK_SEED (1)
	EXPERIMENTS_ATTACK_ROUNDS=$(or $(ATTACK_ROUNDS),20) EXPERIMENTS_ATTACK_SEED=$(or $(ATTACK_SEED),1) \
		EXPERIMENTS_BINARY=$(EXPERIMENTS_BINARY) $(SWIFT) test --no-parallel --filter '^AttackTests'

campaign: release build needs-test needs-etcd ### Try for ten minutes to break each promise of the guide Reliability, in other ways for another CAMPAIGN_SEED (1)
	@SWIFT=$(SWIFT) EXPERIMENTS_BINARY=$(EXPERIMENTS_BINARY) .ci/campaign $(or $(CAMPAIGN_SEED),1)

build: needs-build ## Build everything for debugging, tests included
	$(SWIFT) build --build-tests

release release-code: export EXPERIMENTS_COMMIT = $(shell git describe --always --dirty --exclude '*' 2>/dev/null)
release: needs-build $(ARCHIVES) ### Build the program as it is shipped
	$(SWIFT) build $(RELEASE) --product experiments

release-code: needs-build $(ARCHIVES) ### Build experiments-code, which reads and writes Swift sources, as it is shipped
	$(SWIFT) build $(RELEASE) --product experiments-code

# A file of the linker's that names the archives to link in; where an archive is not installed, the shared library is
# linked as usual. ncurses is in two.
$(LINK)/lib%.so:
	@mkdir -p $(@D)
	@for name in $* $(if $(findstring ncurses,$*),tinfo); do \
		archive=$$($$(command -v cc || echo clang) -print-file-name=lib$$name.a); \
		[ ! -e "$$archive" ] || printf '%s ' "INPUT($$archive)"; \
	done >$@
	@[ -s $@ ] || rm $@

bench: release ### Measure against the budget, beside tig and htop, and fail where it is exceeded
	@# Otherwise SwiftPM misses files that were moved or removed in the package that the benchmarks use.
	@rm -f Tests/Benchmarks/.build/release.yaml
	EXPERIMENTS_BINARY=$(CURDIR)/$(BINARY) $(SWIFT) run -c release --package-path Tests/Benchmarks

sizes: needs-build ### Measure what the library Experiments adds to a program: size, start and memory, with and without macros and publishers
	@.ci/packages python
	@SWIFT=$(SWIFT) .ci/sizes

lint: ## Check the format, that nothing compiles with a warning, and what Linux can know of Apple's systems
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests
	@.ci/packages python
	@.ci/lint/blocking
	@.ci/lint/equality
	EXPERIMENTS_STRICT=1 $(SWIFT) build --build-tests --scratch-path $(BUILD)/lint -debug-info-format none
	EXPERIMENTS_STRICT=1 EXPERIMENTS_HOUSE_RULES=1 $(SWIFT) test --skip-build --scratch-path $(BUILD)/lint \
		--filter 'CommandLineTests\.(DelimiterTests|FolderTests|WordTests)'
	@.ci/apple/check $(BUILD)/lint

format: ## Put every Swift file into the house format
	$(SWIFT) format format --in-place --parallel --recursive Package.swift Sources Tests

pictures: release ### Draw the pictures of the README, the guides and the tutorials anew
	EXPERIMENTS=$(BINARY) .ci/pictures README.md Sources/App/Experiments/Experiments.docc/Guides/*.md \
		Sources/App/Experiments/Experiments.docc/Tutorials/*/*.tutorial

# Every library product, the first with the guides, and what RemoteConfigEmulator exports.
DOCUMENTED = $(shell sed -n '/^let libraries/,/^]/s/[^"]*"\([A-Za-z]*\)"[^"]*/\1 /gp' Package.swift) ExperimentsHTTPServing
docs: needs-build ## Write the guides and the documentation of the libraries, as one web site, to .build/docs
	$(SWIFT) package --allow-writing-to-directory $(BUILD)/docs generate-documentation \
		$(addprefix --target ,$(DOCUMENTED)) --enable-experimental-combined-documentation \
		--output-path $(BUILD)/docs

install: release release-code ## Install the programs, completions and manual pages below PREFIX (/usr/local)
	@.ci/packaging/stage $(BINARY) $(DESTDIR)$(PREFIX)

uninstall: ## Remove what install put below PREFIX
	@.ci/packaging/unstage $(DESTDIR)$(PREFIX)

package: release release-code ## Pack the release as an archive and a package for Debian, with checksums, in .build/packages
	@.ci/packages python
	@.ci/packaging/package $(BINARY) $(BUILD)/packages

clean: ## Remove what was built
	rm -rf $(BUILD) Tests/Benchmarks/.build

needs-build: ; @.ci/packages ncurses curl zlib sqlite
needs-test: needs-build
	@.ci/packages tmux
	@.ci/packages etcd || echo "make: etcd cannot be had here; the tests with a real member are skipped"
needs-etcd: ; @.ci/packages etcd
