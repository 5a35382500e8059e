import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

/// Every action on a key of its own that no action has by standard.
@Suite("Keys that are bound otherwise", .inTurn)
struct RemappedKeysTests {
    private static let others: [(action: Command, key: String)] = zip(
        Command.all, (0x100...0x17F).compactMap(UnicodeScalar.init)
    ).map { ($0, String($1)) }

    private static let map = KeyMap.standard(
        changing: Dictionary(uniqueKeysWithValues: others.map { ($0.action.name, [$0.key]) })
    ).map

    /// The standard keys that a screen names, as words of their own.
    private func oldKeys(on screen: String, except allowed: Set<String>) -> [String] {
        // Digits are numbers of screens and rows, an article is no key, nor are the cases of a value, what is typed here,
        // the sign of an unknown key, and what is left of a word beside a panel.
        let others: Set<String> = [
            "a", "b", "c", "e", "m", "?", "+", "-", "=", "(", ")", "[", "]", "{", "}", "!", "\"", ":", "/",
            ".", "<",
            ">",
        ]
        let old = Set(Command.all.flatMap { KeyMap.standard.keys(for: $0).map(\.description) })
            .filter { Int($0) == nil && !others.contains($0) }.subtracting(allowed)
        let words = screen.split { $0.isWhitespace || ",;:()─│┌┐└┘“”".contains($0) }.map(String.init)
        return words.filter(old.contains)
    }

    private func key(_ action: Command) -> String {
        Self.others.first { $0.action == action }?.key ?? ""
    }

    private func fixture(
        _ size: CellSize = CellSize(columns: 130, rows: 30), snapshot: Snapshot = ShopFixture.snapshot,
        overrides: OverrideSet = .empty, refresh: Duration? = nil
    ) -> ShopFixture {
        var options = DashboardOptions(keyMap: Self.map)
        options.showsHints = true
        return ShopFixture(
            size: size, snapshot: snapshot, overrides: overrides, refresh: refresh,
            sources: [DashboardSource(name: "one"), DashboardSource(name: "two")], options: options)
    }

    @Test("there is a key for every action, and each is taken")
    func all() {
        #expect(Self.others.count == Command.all.count)
        for (action, key) in Self.others { #expect(Self.map.keys(for: action).map(\.description) == [key]) }
    }

    @Test(
        "no screen names an old one",
        arguments: [
            CellSize(columns: 40, rows: 12), CellSize(columns: 80, rows: 24),
            CellSize(columns: 150, rows: 40),
        ],
        [false, true])
    func screens(size: CellSize, isEmpty: Bool) throws {
        let screens: [Command] = [
            .showKeys, .showMissing, .showIncorrect, .showOverrides, .showExperiments, .showHistory,
        ]
        for screen in screens {
            var fixture = fixture(size, snapshot: isEmpty ? .empty : ShopFixture.snapshot)
            for step in [
                screen, .details, .changedOnly, .find, .mark, .markRange, .stepBack, .pause, .groupView,
            ] {
                try fixture.press(key(step))
                // A field takes these by itself.
                let fixed: Set<String> = step == .find ? ["Enter", "Esc", "Down", "Up"] : []
                #expect(
                    oldKeys(on: fixture.screen, except: fixed) == [], "\(screen) \(step)\n\(fixture.screen)")
                if step == .find {
                    fixture.type("m")
                    try fixture.press("Enter")
                    #expect(
                        oldKeys(on: fixture.screen, except: []) == [], "\(screen) finding\n\(fixture.screen)")
                }
                fixture.pass(30)
                #expect(oldKeys(on: fixture.screen, except: []) == [], "\(screen) \(step)\n\(fixture.screen)")
            }
            fixture.finishFetch(.failure(FetchFailure("no route")))
            #expect(oldKeys(on: fixture.screen, except: []) == [], "\(screen)")
            try fixture.press(key(.filter))
            fixture.type("nothing like it")
            try fixture.press("Enter")
            fixture.pass(30)
            #expect(oldKeys(on: fixture.screen, except: []) == [], "\(screen)\n\(fixture.screen)")
        }
    }

    @Test("a key that does nothing says which one helps")
    func unknownKey() throws {
        var fixture = fixture()
        try fixture.press("?")
        #expect(fixture.state.notices.notice?.text == "? does nothing here; \(key(.help)) shows the keys")
    }

    /// The keys that a panel takes whatever the map says may be named in it, and letters of words that it cuts.
    @Test("no panel names an old one, in addition to those that it takes by itself")
    func panels() throws {
        let fixed: Set<String> = ["Enter", "Esc", "Down", "Up", "Tab"]
        let panels: [(Command, Set<String>)] = [
            (.help, ["Tab"]), (.messages, ["Enter", "Esc"]), (.log, ["Enter", "Esc"]),
            (.palette, fixed.union(["y"])),
            (.theme, fixed.union(["o", "d", "s"])),
            (.profiles, ["s", "i", "D", "y", "Esc"]),
            (.sources, fixed), (.compare, ["Esc"]), (.setOverride, fixed.union(["d", "e", "ctrl-o"])),
            (.filter, ["Enter", "Esc"]),
            (.find, fixed), (.findDetails, fixed), (.clearOverrides, ["y", "n"]),
            (.exportView, fixed.union(["y"])),
        ]
        for (action, allowed) in panels {
            var fixture = fixture(overrides: ShopFixture.overrides)
            fixture.state.say("said before", .success)
            try fixture.press(key(action))
            if action == .compare {
                let known = Snapshot(texts: ["max_items": "1"], fetchedAt: ShopFixture.start)
                _ = fixture.state.update(
                    .to(\.comparison, .read(name: "two", known, problem: nil)), at: ShopFixture.start)
            }
            #expect(oldKeys(on: fixture.screen, except: allowed) == [], "\(action)\n\(fixture.screen)")
        }
    }

    @Test("a source that cannot be compared says which key tries again")
    func comparison() throws {
        var fixture = fixture()
        try fixture.press(key(.compare))
        _ = fixture.state.update(
            .to(\.comparison, .read(name: "two", .empty, problem: "no route")), at: ShopFixture.start)
        #expect(fixture.screen.contains("\(key(.refetch)) tries again, Esc goes back"))
    }
}
