# Everything is done by a target of this file; `make help` lists them.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=

BUILD := .build
BINARY := $(BUILD)/release/experiments
PLATFORM := $(shell uname -s)-$(shell uname -m)
# Swift brings a C compiler; it will do where there is no other.
CC := $(shell command -v cc 2>/dev/null || echo clang)
# What Swift says of itself and of the machine.
toolchain = $(shell $(SWIFT) -print-target-info | sed -n 's/.*"$(1)": "\(.*\)".*/\1/p')

# A release for Linux starts in a third of the time of a plain one, and runs where there is no Swift:
# - Swift's runtime, the C++ library, zlib, SQLite and ncurses are linked in, at a fixed address: little is left to load and relocate;
# - libcurl, with the thirty libraries it needs, is loaded at the first connection (see Sources/Keepers/CLazyCurl);
# - no names are exported, and lld lays the file out: 4 MB and a tenth of the first start from a cold disk;
# - what the program runs until its first screen stands side by side in the file: see .ci/order.
# The linker finds what $(LINK) holds before it looks in the system's folders.
# What is written for debuggers is left out everywhere: the linker drops it, and writing it is a sixth of the build.
RELEASE_FLAGS := -debug-info-format none -Xswiftc -no-emit-module-separately-wmo
ifneq (,$(filter Linux-x86_64 Linux-aarch64,$(PLATFORM)))
LINK := $(BUILD)/release-link
RELEASE_FLAGS += --static-swift-stdlib -Xswiftc -Xfrontend -Xswiftc -function-sections -Xcc -ffunction-sections \
	-Xlinker -L$(CURDIR)/$(LINK) -Xlinker --gc-sections -Xlinker --no-export-dynamic \
	-Xlinker --symbol-ordering-file=$(CURDIR)/.ci/order.txt -Xlinker --no-warn-symbol-ordering \
	-Xswiftc -use-ld=lld \
	-Xswiftc -Xclang-linker -Xswiftc -no-pie -Xswiftc -Xclang-linker -Xswiftc -static-libgcc
STRIP := -Xlinker -s
RELEASE_LIBRARIES := $(LINK)/libcurl.a $(LINK)/libstdc++.so $(LINK)/libncursesw.so $(LINK)/libz.so $(LINK)/libsqlite3.so
# Where Swift came without what is linked in, tests do with a program that loads it.
LINK_TESTED = $(if $(wildcard $(call toolchain,runtimeResourcePath)_static/linux/libFoundation.a),EXPERIMENTS_LINKED_LIBRARIES='$(CURDIR)/$(LINK)')
endif

# What a build can do without where nobody looks at what it leaves behind:
# - What is written for debuggers and editors is a third of its work (Tests/LinuxMain.swift does without the index).
# - LLVM's check that Swift gave it valid code is a twentieth; it finds mistakes of the compiler, not of this package.
# - Errors have no colours: asking for them only on a terminal compiles most of it anew when the next build is on none.
LEAN := -debug-info-format none --disable-index-store --no-color-diagnostics -Xswiftc -Xfrontend -Xswiftc -disable-llvm-verify
# What is run and tested has products of its own, so that a `swift build` beside them need not begin anew.
# - Each module is compiled at once, which reads what it imports once, and in one process, which understands it once.
# - Nothing is optimised, and yet it is called a release: in a program that is built for debugging, the parser of arguments
#   checks the declarations of all commands at each start. That is up to two thirds of a start, and tests start the program
#   thousands of times. `make lint` has it check them once.
# - swift-syntax is compiled once, for the macros' program as for the scanner, instead of once for each: see macrosProgram in
#   Package.swift. SwiftPM finds a macro by itself, but this program only if it is told where it is. It need not ask the
#   network for a swift-syntax that is built already.
# - On Linux, the program has Swift's runtime linked in, which halves its start: see testedProgramSettings in Package.swift.
MACROS := ExperimentsMacrosPlugin
TESTED_PRODUCTS = $(BUILD)/tests/$(call toolchain,unversionedTriple)/release
TESTED = --scratch-path $(BUILD)/tests $(LEAN) -c release -Xswiftc -Onone -Xswiftc -enable-testing -Xcc -O0 --disable-dead-strip \
	-Xswiftc -num-threads -Xswiftc 2 -Xswiftc -no-emit-module-separately-wmo --disable-experimental-prebuilts \
	-Xswiftc -load-plugin-executable -Xswiftc '$(CURDIR)/$(TESTED_PRODUCTS)/$(MACROS)\#$(MACROS)'
# What is run with the options in TESTED.
LEAN_ENVIRONMENT = EXPERIMENTS_SYNTAX_ONCE=1 $(LINK_TESTED)
LEAN_SWIFT = $(LEAN_ENVIRONMENT) $(SWIFT)
TEST_OPTIONS := test --enable-swift-testing --disable-xctest
# The options in TESTED let tests import what is internal; told by SwiftPM, too, everything would be compiled anew.
TEST = $(LEAN_SWIFT) $(TEST_OPTIONS) --disable-testable-imports

.DEFAULT_GOAL := help
.PHONY: help run test test-clients test-fleet test-kills test-tsan fuzz attack build release order bench sizes lint format docs themes pictures install uninstall clean needs-build needs-test needs-etcd

help: ## Show this help
	@awk 'BEGIN { FS = ":.*## " } /^[a-z-]+:.*## / { printf "  make %-12s  %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: needs-build $(RELEASE_LIBRARIES) ## Build, and open the dashboard on a demo that changes while you watch
	@# A first look takes half as long without optimising, and what is compiled for it serves the tests, too.
	@$(LEAN_SWIFT) build --product experiments $(TESTED)
	@$(BUILD)/tests/release/experiments demo

test: needs-test ## Run every test, those that drive the program in a real terminal included
	@# They drive the program that is built beside them: one as it is shipped would double the time to the first test.
	@$(LEAN_ENVIRONMENT) SWIFT=$(SWIFT) .ci/tests $(TESTED)

# The version of Firebase's SDK whose inner parts the test reaches into.
FIREBASE_ADMIN := firebase-admin==7.7.0
OPENFEATURE := openfeature-sdk==0.10.0 openfeature-provider-ofrep==0.3.0
GROWTHBOOK := growthbook==4.0.0
RE2 := google-re2==1.1.20251105
CONFORMANCE := $(or $(EXPERIMENTS_CONFORMANCE),../shared/conformance)
CLIENTS := $(BUILD)/clients

test-clients: release ## Run the SDKs of others, from PyPI: Firebase's and GrowthBook's against the emulator, OpenFeature's against the server; and google-re2 against conditions
	@python3 Tests/Clients/wire_client.py $(or $(EXPERIMENTS_BINARY),$(CURDIR)/$(BINARY))
	@test -x $(CLIENTS)/bin/python || python3 -m venv $(CLIENTS)
	@if $(CLIENTS)/bin/pip install --quiet --disable-pip-version-check '$(FIREBASE_ADMIN)' cryptography; then \
		$(CLIENTS)/bin/python Tests/Clients/firebase_admin_client.py $(or $(EXPERIMENTS_BINARY),$(CURDIR)/$(BINARY)); \
	else \
		echo "skipped: $(FIREBASE_ADMIN) cannot be had from PyPI here"; \
	fi
	@if $(CLIENTS)/bin/pip install --quiet --disable-pip-version-check $(OPENFEATURE); then \
		$(CLIENTS)/bin/python Tests/Clients/openfeature_client.py $(or $(EXPERIMENTS_BINARY),$(CURDIR)/$(BINARY)); \
	else \
		echo "skipped: $(OPENFEATURE) cannot be had from PyPI here"; \
	fi
	@if $(CLIENTS)/bin/pip install --quiet --disable-pip-version-check $(GROWTHBOOK); then \
		$(CLIENTS)/bin/python Tests/Clients/growthbook_client.py $(or $(EXPERIMENTS_BINARY),$(CURDIR)/$(BINARY)) \
			$(CONFORMANCE)/growthbook/cases.json; \
	else \
		echo "skipped: $(GROWTHBOOK) cannot be had from PyPI here"; \
	fi
	@if $(CLIENTS)/bin/pip install --quiet --disable-pip-version-check $(RE2); then \
		$(CLIENTS)/bin/python Tests/Clients/re2_client.py $(or $(EXPERIMENTS_BINARY),$(CURDIR)/$(BINARY)); \
	else \
		echo "skipped: $(RE2) cannot be had from PyPI here"; \
	fi

FLEET_KILLS ?= 5
FLEET_APPS ?= 2000

test-fleet: needs-test needs-etcd ## Run the tests with three members of etcd, whose leaders are killed FLEET_KILLS (5) times, and FLEET_APPS (2000) linked apps
	EXPERIMENTS_FLEET=1 EXPERIMENTS_FLEET_KILLS=$(FLEET_KILLS) EXPERIMENTS_FLEET_APPS=$(FLEET_APPS) $(TEST) $(TESTED) --no-parallel --filter FleetTests

# The tests that do many things at once, under a tool that sees unguarded access.
TSAN_TESTS := ExperimentsCoreTests|ExperimentsSupportTests|ExperimentsTests|TypedKeyTests|ActiveConfigurationTests.*(Listener|Switching|User|Download|Keeper)|VariantsTests.*(Reload|Keeper|Persona)

test-tsan: needs-build ## Run the tests of what many threads share under ThreadSanitizer
	$(SWIFT) $(TEST_OPTIONS) --sanitize thread --disable-index-store -Xswiftc -DEXPERIMENTS_THREAD_SANITIZER --scratch-path $(BUILD)/tsan --filter '$(TSAN_TESTS)'

FUZZ_ROUNDS ?= 50000
FUZZ_SEED ?= 0

fuzz: needs-build $(RELEASE_LIBRARIES) ## Feed damaged input to every parser: FUZZ_ROUNDS (50000) times, other input for another FUZZ_SEED
	EXPERIMENTS_FUZZ_ROUNDS=$(FUZZ_ROUNDS) EXPERIMENTS_FUZZ_SEED=$(FUZZ_SEED) $(TEST) $(TESTED) --no-parallel --filter '[Ff]uzz'

KILLS ?= 1000

test-kills: needs-build release ## Kill imports of events KILLS (1000) times at any moment: what is stored is to add up
	EXPERIMENTS_KILLS=$(KILLS) EXPERIMENTS_BINARY=$(or $(EXPERIMENTS_BINARY),$(CURDIR)/$(BINARY)) $(TEST) $(TESTED) \
		--no-parallel --filter KilledImportTests

ATTACK_ROUNDS ?= 20
ATTACK_SEED ?= 1

attack: needs-build release ## Attack the program: ATTACK_ROUNDS (20) times as much as in `make test`, other input for another ATTACK_SEED
	EXPERIMENTS_ATTACK_ROUNDS=$(ATTACK_ROUNDS) EXPERIMENTS_ATTACK_SEED=$(ATTACK_SEED) \
		EXPERIMENTS_BINARY=$(or $(EXPERIMENTS_BINARY),$(CURDIR)/$(BINARY)) $(TEST) $(TESTED) --no-parallel --filter '^AttackTests'

build: needs-build ## Build everything for debugging, tests included
	$(SWIFT) build --build-tests

release: needs-build $(RELEASE_LIBRARIES) ## Build the program as it is shipped
	$(SWIFT) build -c release --product experiments $(RELEASE_FLAGS) $(STRIP)

order: needs-build $(RELEASE_LIBRARIES) ## Note anew which functions a start of the program runs, for the linker of a release
	@.ci/packages python valgrind
	$(SWIFT) build -c release --product experiments $(RELEASE_FLAGS)
	.ci/order $(BINARY) >$(BUILD)/order.txt && mv $(BUILD)/order.txt .ci/order.txt

$(LINK)/libcurl.a: Sources/Keepers/CLazyCurl/lazy_curl.c
	@mkdir -p $(@D)
	$(CC) -O2 -Wall -Wextra -c $< -o $(@D)/lazy_curl.o
	@ar rcs $@ $(@D)/lazy_curl.o

# A file of the linker's that names the archives to link in; where an archive is not installed, the shared library is
# linked as usual.
archive = $(wildcard $(shell $(CC) -print-file-name=$(1).a))
$(LINK)/libstdc++.so: | needs-build
	@mkdir -p $(@D)
	@$(if $(call archive,libstdc++),echo 'INPUT($(call archive,libstdc++))' >$@)
$(LINK)/libncursesw.so: | needs-build
	@mkdir -p $(@D)
	@$(if $(call archive,libtinfo),echo 'INPUT($(call archive,libncursesw) $(call archive,libtinfo))' >$@)
$(LINK)/libz.so: | needs-build
	@mkdir -p $(@D)
	@$(if $(call archive,libz),echo 'INPUT($(call archive,libz))' >$@)
$(LINK)/libsqlite3.so: | needs-build
	@mkdir -p $(@D)
	@$(if $(call archive,libsqlite3),echo 'INPUT($(call archive,libsqlite3))' >$@)

needs-build:
	@.ci/packages ncurses curl zlib sqlite
needs-test: needs-build $(RELEASE_LIBRARIES)
	@.ci/packages tmux
	@.ci/packages etcd || echo "make: etcd cannot be had here; the tests with a real member are skipped"
needs-etcd:
	@.ci/packages etcd

bench: release ## Measure start-up, key presses, memory and idling, beside tig and htop
	@# Without it, SwiftPM notices that files of this package are gone, which the one of the benchmarks uses.
	@rm -f Tests/Benchmarks/.build/release.yaml
	EXPERIMENTS_BINARY=$(CURDIR)/$(BINARY) $(SWIFT) run -c release --package-path Tests/Benchmarks

sizes: needs-build ## Measure what the library Experiments adds to a program: size, start and memory, with and without macros and publishers
	@.ci/packages python
	@SWIFT=$(SWIFT) .ci/sizes

lint: ## Check the format, that nothing compiles with a warning, and what Linux can know of Apple's systems
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests
	@# With the index, from which the second check of Apple's systems reads what is used where.
	EXPERIMENTS_STRICT=1 $(SWIFT) build --build-tests --scratch-path $(BUILD)/lint -debug-info-format none
	@# In a program that is built for debugging, the parser of arguments checks what each command declares.
	$(BUILD)/lint/debug/experiments --experimental-dump-help >/dev/null
ifeq (Linux,$(shell uname -s))
	@.ci/packages python
	.ci/apple/planted
	.ci/apple/availability $(BUILD)/lint
	.ci/apple/typecheck $(BUILD)/lint
endif

format: ## Put every Swift file into the house format
	$(SWIFT) format format --in-place --parallel --recursive Package.swift Sources Tests

themes: ## Write Themes/*.yaml into the program
	sh Sources/Terminal/ExperimentsDashboard/Themes/embed.sh

pictures: release ## Draw the pictures of the README, the guides and the tutorials anew
	EXPERIMENTS=$(BINARY) .ci/pictures README.md Sources/App/Experiments/Experiments.docc/Guides/*.md \
		Sources/App/Experiments/Experiments.docc/Tutorials/*/*.tutorial

# Every library product; the guides are those of the first. HTTPServing is no product, but RemoteConfigEmulator exports it,
# and links to its types.
DOCUMENTED := Experiments ExperimentsCore ExperimentsLink ExperimentsLogging ExperimentsTesting FirebaseConfig \
	FirebaseConfigCompatibility FirebaseConfigPublishers FirebaseExperiments FirebaseTemplates GoogleServiceAccount Variants VariantsPublishers \
	ActiveConfiguration ActiveConfigurationPublishers GrowthBookFeatures GrowthBookSource OpenFeatureRemote \
	RemoteConfigEmulator HTTPServing ExperimentStatistics ExperimentsDashboard ExperimentsTerminal

docs: needs-build ## Write the guides and the documentation of the libraries, as one web site, to .build/docs
	@mkdir -p $(BUILD)/docs
	EXPERIMENTS_DOCS=1 $(SWIFT) package --scratch-path $(BUILD)/docs-build --allow-writing-to-directory $(BUILD)/docs \
		generate-documentation $(addprefix --target ,$(DOCUMENTED)) --enable-experimental-combined-documentation \
		--output-path $(BUILD)/docs

# Where the completions go that shells look for by themselves.
BASH_COMPLETIONS := $(DESTDIR)$(PREFIX)/share/bash-completion/completions
ZSH_COMPLETIONS := $(DESTDIR)$(PREFIX)/share/zsh/site-functions
FISH_COMPLETIONS := $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

install: release ## Install the program and its completions below PREFIX (/usr/local)
	install -d $(DESTDIR)$(PREFIX)/bin $(BASH_COMPLETIONS) $(ZSH_COMPLETIONS) $(FISH_COMPLETIONS)
	install -m 755 $(BINARY) $(DESTDIR)$(PREFIX)/bin/experiments
	$(BINARY) --generate-completion-script bash >$(BASH_COMPLETIONS)/experiments
	$(BINARY) --generate-completion-script zsh >$(ZSH_COMPLETIONS)/_experiments
	$(BINARY) --generate-completion-script fish >$(FISH_COMPLETIONS)/experiments.fish

uninstall: ## Remove what install put below PREFIX
	rm -f $(DESTDIR)$(PREFIX)/bin/experiments $(BASH_COMPLETIONS)/experiments $(ZSH_COMPLETIONS)/_experiments \
		$(FISH_COMPLETIONS)/experiments.fish

clean: ## Remove everything that was built
	rm -rf $(BUILD) Tests/Benchmarks/.build
