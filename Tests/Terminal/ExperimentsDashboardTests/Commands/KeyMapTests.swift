import Testing

@testable import ExperimentsDashboard

@Suite("Key map")
struct KeyMapTests {
    @Test("no standard key is bound twice")
    func noConflicts() {
        var owners: [KeyPress: Command] = [:]
        for action in Command.all {
            for key in KeyMap.standard.keys(for: action) {
                #expect(owners[key] == nil, "\(key) is bound to \(action) and \(String(describing: owners[key]))")
                owners[key] = action
            }
        }
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

    @Test("unknown actions, unknown keys and conflicts are told")
    func problems() {
        let (_, problems) = KeyMap.standard(
            changing: ["refetsh": ["r"], "pause": ["hyper-x"], "help": ["x"], "quit": ["x"]])
        let words = problems.map(\.description)
        #expect(words.contains("unknown action 'refetsh' in bindings"))
        #expect(words.contains { $0.hasPrefix("'hyper-x' (bound to pause) is not a key") })
        #expect(words.contains("x is bound to both help and quit"))
    }
}
