import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Panels over the screen", .inTurn)
struct PanelTests {
    /// Every panel, some of them in the midst of something, and the keys that bring it there.
    static let panels: [(name: String, keys: [String])] = [
        ("help", ["?"]), ("help, finding", ["?", "f", "u"]), ("help, found", ["?", "f", "u", "Enter"]),
        ("messages", ["x", "!"]), ("log", ["x", "L", "g"]), ("log, filtering", ["x", "L", "/", "n"]),
        ("log, finding", ["x", "L", "f", "n"]), ("log, found", ["x", "L", "f", "n", "Enter"]),
        ("log, an entry", ["x", "L", "Enter"]), ("palette", [":"]), ("themes", ["t", "j"]),
        ("editor of a choice", ["o"]),
        ("editor of a number", ["j", "j", "j", "o"]), ("confirmation", ["D"]), ("profiles", ["P"]),
        ("profiles, naming", ["P", "s"]), ("profiles, asking", ["P", "D"]), ("sources", ["b"]),
        ("comparison", ["="]), ("comparison, filtering", ["=", "/", "m"]),
        ("comparison, finding", ["=", "f", "m"]),
        ("comparison, a difference", ["=", "Enter"]), ("what an override changes", ["4", "O"]),
    ]

    private func fixture(_ keys: [String], options: DashboardOptions = DashboardOptions()) throws
        -> ShopFixture
    {
        var fixture = ShopFixture(
            overrides: ShopFixture.overrides,
            sources: [DashboardSource(name: "shop"), DashboardSource(name: "staging")], options: options)
        for key in keys {
            try fixture.press(key)
            let profile = try OverrideProfile(
                name: "QA", overrides: OverrideSet(["max_items": Override(value: "2")]), author: "ana",
                savedAt: ShopFixture.start)
            let answer = LibraryAnswer<OverrideProfile>(items: [profile], isDone: true)
            _ = fixture.state.update(.profilesAnswered(.list, answer), at: ShopFixture.start)
            let other = ShopFixture.snapshot.changing(["max_items": "2"])
            _ = fixture.state.update(
                .to(\.comparison, .read(name: "staging", other, problem: nil)), at: ShopFixture.start)
        }
        return fixture
    }

    @Test("Esc leaves each of them, one step after the other", arguments: panels)
    func escape(name: String, keys: [String]) throws {
        var fixture = try fixture(keys)
        #expect(!fixture.state.panels.isEmpty)
        for _ in 0..<3 where !fixture.state.panels.isEmpty { try fixture.press("Esc") }
        #expect(fixture.state.panels.isEmpty)
    }

    @Test(
        "the help of its own keys can be opened over each that takes no text, and closed again",
        arguments: panels)
    func help(name: String, keys: [String]) throws {
        var fixture = try fixture(keys)
        let panel = try #require(fixture.state.panels.top)
        let depth = fixture.state.panels.depth
        let isTold = Footer(fixture.state).items.contains { $0.hint.keys == "?" }
        #expect(isTold == panel.offersHelp)
        let takesKeys =
            panel.typedField != nil || panel is any TextPanel || panel is ExperimentsDashboard.Confirmation
        #expect(panel.offersHelp == !takesKeys)
        guard panel.offersHelp else { return }
        try fixture.press("?")
        let help = try #require(fixture.state.panels.top as? HelpPanel)
        #expect(help.here == panel.hints(fixture.state) && !help.here.isEmpty)
        #expect(help.lines(fixture.state).joined().contains { $0.text.hasPrefix("Here") })
        try fixture.press("Esc")
        #expect(fixture.state.panels.depth == depth)
    }

    @Test("each of them says what Esc does, or that another key does the same", arguments: panels)
    func escapeWord(name: String, keys: [String]) throws {
        let fixture = try fixture(keys)
        let panel = try #require(fixture.state.panels.top)
        #expect(panel.hints(fixture.state).map(\.word).contains(panel.escapeWord))
    }

    @Test("a hint with one key can be clicked, and does what the key does", arguments: panels)
    func clicking(name: String, keys: [String]) throws {
        let fixture = try fixture(keys)
        for item in Footer(fixture.state).items {
            guard let press = item.hint.press else { continue }
            var (pressed, clicked) = (fixture, fixture)
            _ = pressed.state.update(.input(.key(press)))
            let point = CellPoint(column: item.column, row: fixture.state.layout.footer.row)
            _ = clicked.state.update(.input(.mouse(MouseEvent(.press, button: 1, at: point))))
            #expect(pressed.screen == clicked.screen, "\(item.hint.keys)")
        }
    }

    @Test("each key that a panel names does something", arguments: panels)
    func hints(name: String, keys: [String]) throws {
        let fixture = try fixture(keys)
        let panel = try #require(fixture.state.panels.top)
        for hint in panel.hints(fixture.state) {
            // The next match is the same one where there is only one.
            guard let press = hint.press, !["next", "previous"].contains(hint.word) else { continue }
            var pressed = fixture
            let effects = pressed.state.update(.input(.key(press)))
            #expect(!effects.isEmpty || pressed.screen != fixture.screen, "\(hint.keys) \(hint.word)")
        }
    }

    @Test("a question lies over what asked it, which is there again after the answer")
    func question() throws {
        var fixture = try fixture(["P", "D"])
        #expect(fixture.screen.contains("Delete the profile QA?"))
        try fixture.press("n")
        #expect(fixture.state.panels.first(ProfilesPanel.self)?.profile?.name == "QA")
        #expect(fixture.screen.contains("Profiles"))
    }

    @Test("a text that no clipboard took lies over the panel that it was copied from")
    func copied() throws {
        var fixture = try fixture(["P"])
        _ = fixture.state.update(.copied("text", CopyOutcome(wasSent: false)), at: ShopFixture.start)
        #expect(fixture.screen.contains("Select with the mouse"))
        try fixture.press("Esc")
        #expect(fixture.state.panels.first(ProfilesPanel.self) != nil)
    }

    @Test("the editor chooses with the keys that are bound to moving, and says so")
    func boundKeys() throws {
        let map = KeyMap.standard(changing: ["move-down": ["x"], "move-up": ["w"]]).map
        var fixture = try fixture(["o"], options: DashboardOptions(keyMap: map))
        #expect(fixture.screen.contains("x w choose"))
        let first = fixture.state.panels.first(OverrideEditor.self)?.text
        try fixture.press("x")
        #expect(fixture.state.panels.first(OverrideEditor.self)?.text != first)
        try fixture.press("w", "j")
        #expect(fixture.state.panels.first(OverrideEditor.self)?.text == first)
    }

    @Test(
        "every key that leaves the dashboard also leaves a panel with its own letters",
        arguments: [["t"], ["P"]])
    func quitting(keys: [String]) throws {
        var fixture = try fixture(keys)
        fixture.state.project.keyMap = KeyMap.standard(changing: ["quit": ["ü"]]).map
        try fixture.press("q")
        #expect(fixture.state.panels.depth == 1)
        #expect(try fixture.press("ü").isEmpty && fixture.state.panels.isEmpty)
    }

    @Test("the words for a list without rows name the keys that the panels and the map have")
    func words() throws {
        var fixture = ShopFixture()
        fixture.state.project.keyMap = KeyMap.standard(changing: ["changed-only": ["ü"]]).map
        let matrix = MatrixPanel(.sources, awaiting: 1)
        #expect(matrix.hints(fixture.state).map(\.keys).contains("ü"))
        #expect(!matrix.hints(fixture.state).map(\.keys).contains("c"))
        #expect(matrix.nothingMatches("no key") == ["no key matches \"\"", "Esc clears the filter"])
        try fixture.press("P")
        _ = fixture.state.update(
            .profilesAnswered(.list, LibraryAnswer<OverrideProfile>(items: [], isDone: true)),
            at: ShopFixture.start)
        #expect(fixture.screen.contains("no profiles yet; i imports one"))
    }

    @Test("a click on a source chooses it, another one goes over to it")
    func clickOnSource() throws {
        var fixture = try fixture(["b"])
        let lines = fixture.screen.split(separator: "\n", omittingEmptySubsequences: false)
        let row = try #require(lines.firstIndex { $0.contains("2 staging") })
        let column = try #require(lines[row].firstRange(of: "2 staging")).lowerBound
        let point = CellPoint(column: DisplayText(lines[row][..<column]).width, row: row)
        let click = Message.input(.mouse(MouseEvent(.press, button: 1, at: point)))
        #expect(fixture.state.update(click).isEmpty)
        let effects = fixture.state.update(click)
        #expect(effects.contains { if case .openSource("staging") = $0 { true } else { false } })
    }
}
