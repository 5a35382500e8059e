import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Key map", .inTurn)
struct KeyMapTests {
    @Test("no standard key is bound twice on one screen")
    func noConflicts() {
        var owners: [KeyPress: [Command]] = [:]
        for action in Command.all {
            for key in KeyMap.standard.keys(for: action) {
                for other in owners[key] ?? [] {
                    #expect(!other.sharesScreen(with: action), "\(key) is bound to \(action) and \(other)")
                }
                owners[key, default: []].append(action)
            }
        }
    }

    @Test("a key asks for the command of the screen that is shown, before the one that it asks for elsewhere")
    func ownKeys() {
        let map = KeyMap.standard
        #expect(map.command(for: "d", on: .keys) == .removeOverride)
        #expect(map.command(for: "d", on: .history) == .pickFetch)
        #expect(map.command(for: "d") == .removeOverride)
    }

    @Test(
        "a bound key is taken from every command that had it, unless it is bound to several that share no screen"
    )
    func rebindingShared() {
        let taken = KeyMap.standard(changing: ["refetch": ["d"]])
        #expect(taken.problems.isEmpty)
        #expect(Screen.allCases.allSatisfy { taken.map.command(for: "d", on: $0) == .refetch })
        let shared = KeyMap.standard(changing: ["refetch": ["d"], "pick-fetch": ["d"]])
        #expect(shared.problems.isEmpty)
        #expect(shared.map.command(for: "d", on: .keys) == .refetch)
        #expect(shared.map.command(for: "d", on: .history) == .pickFetch)
    }

    @Test("an earlier key of a command still works after another became the first")
    func aliases() {
        #expect(KeyMap.standard.keys(for: .references).map(\.description) == ["C", "R"])
        #expect(KeyMap.standard.keys(for: .removeOverride).map(\.description) == ["u", "Delete", "d"])
    }

    @Test("+ fetches more often, and - less often")
    func intervals() {
        #expect(KeyMap.standard.command(for: "+") == .shortenInterval)
        #expect(KeyMap.standard.command(for: "-") == .lengthenInterval)
    }

    @Test("every action has a key or can be found in the palette")
    func everyActionReachable() {
        let found = Set(Palette().entries(ShopFixture().state).map(\.command))
        #expect(Command.all.allSatisfy { found.contains($0) })
    }

    @Test("a bound key is taken from the action that had it")
    func rebinding() {
        let (map, problems) = KeyMap.standard(changing: ["refetch": ["q", "F5"]])
        #expect(problems.isEmpty)
        #expect(map.command(for: KeyPress("q")) == .refetch)
        #expect(map.command(for: KeyPress("r")) == nil)
        #expect(map.keys(for: .quit).map(\.description) == ["ctrl-c"])
    }

    @Test("unknown actions, unknown keys and conflicts are reported")
    func problems() {
        let (_, problems) = KeyMap.standard(
            changing: ["refetsh": ["r"], "pause": ["hyper-x"], "help": ["x"], "quit": ["x"]])
        let words = problems.map(\.description)
        #expect(words.contains("unknown action \"refetsh\" in bindings"))
        #expect(words.contains { $0.hasPrefix("\"hyper-x\" (bound to pause) is not a key") })
        #expect(words.contains("x is bound to both help and quit"))
    }
}
