import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Finding commands", .inTurn)
struct PaletteTests {
    private func matches(_ query: String) -> [PaletteMatch] {
        var palette = Palette()
        palette.field = TextField(query)
        return palette.matches(among: Command.all.map { PaletteEntry(command: $0) })
    }

    private func actions(_ query: String) -> [Command] { matches(query).map(\.entry.command) }

    @Test("without a word all commands are there in their order")
    func all() {
        #expect(actions("") == Command.all)
    }

    @Test("words match in any order and any case", arguments: ["override remove all", "ALL rem over"])
    func words(query: String) {
        #expect(actions(query).first == .clearOverrides)
    }

    @Test("letters in order do, from the start of a word on; what matches best comes first")
    func letters() {
        #expect(actions("sano").first == .setOverride)
        #expect(actions("fzn").isEmpty)
        #expect(actions("fn").first == .refetch)
        #expect(actions("und").first == .undo)
    }

    @Test(
        "letters that are spread over words find nothing: that is how a wrong command is run; those of one word do"
    )
    func scattered() {
        #expect(!actions("thm").contains(.narrowKeys))
        #expect(actions("eoe").map(\.name) == ["sources"])
    }

    @Test(
        "other words for a command find it before all others",
        arguments: zip(
            ["refresh", "diff", "exit", "set", "grep"],
            [Command.refetch, .compare, .quit, .setOverride, .filter]))
    func synonyms(word: String, command: Command) {
        #expect(actions(word).first == command)
    }

    @Test(
        "a word with a typing mistake finds what was meant before letters of other words",
        arguments: zip(
            ["thme", "templte", "overirde all", "cmopare", "Exprot"],
            [Command.theme, .template, .clearOverrides, .compare, .exportView]))
    func typos(query: String, command: Command) {
        #expect(actions(query).first == command)
    }

    @Test(
        "letters of one word find it, if nothing else is found",
        arguments: zip(["ovr", "tmln"], [Command.setOverride, .timeline]))
    func skipping(letters: String, command: Command) {
        #expect(actions(letters).contains(command))
    }

    @Test("a key is found by its name, and a screen by its number")
    func keysAndScreens() throws {
        var fixture = ShopFixture(size: CellSize(columns: 100, rows: 30))
        try fixture.press("5", ":")
        fixture.type("max_it")
        #expect(fixture.screen.contains("Key max_items"), "\(fixture.screen)")
        try fixture.press("Enter")
        #expect(fixture.state.screen == .keys && fixture.state.selectedName == "max_items")
        try fixture.press(":")
        fixture.type("6")
        try fixture.press("Enter")
        #expect(fixture.state.screen == .history)
    }

    @Test("no two commands have a word in common that stands for one of them")
    func distinctWords() {
        let words = Command.all.flatMap { [$0.name] + $0.synonyms }
        #expect(Dictionary(grouping: words) { $0 }.filter { $0.value.count > 1 }.keys.sorted() == [])
    }

    @Test("a command is found by its name in a file of bindings, too")
    func names() {
        #expect(actions("refetch").first == .refetch)
    }

    @Test("the letters that were found are reported, each word where it stands best")
    func marks() throws {
        let match = try #require(matches("over set").first)
        #expect(match.entry.title == Command.setOverride.title)
        // “Set an override”
        #expect(match.letters == [0, 1, 2, 7, 8, 9, 10])
    }

    @Test("they are marked on the screen")
    func screen() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 20))
        try fixture.press(":")
        fixture.type("over set")
        var theme = Theme.plain
        theme[.filterMatch] = CellStyle(attributes: .underline)
        let frame = DashboardView.frame(of: fixture.state, theme: theme)
        #expect(frame.styledText.contains("underline reverse⟩Set"))
        #expect(frame.styledText.contains("underline reverse⟩over⟨"))
    }

    @Test("begins with what can be done with the row under the cursor")
    func row() throws {
        var fixture = ShopFixture(overrides: ShopFixture.overrides)
        try fixture.press("j", "j", "j")
        let first = PaletteEntry.all(in: fixture.state).prefix(5).map(\.command)
        #expect(first == [.setOverride, .removeOverride, .switchOverride, .editOverride, .details])
        try fixture.press("5")
        #expect(PaletteEntry.all(in: fixture.state).first?.command != .setOverride)
    }

    @Test("is as wide as its longest line, up to 100 columns, and shows reasons whole")
    func width() throws {
        var fixture = ShopFixture(size: CellSize(columns: 140, rows: 40))
        #expect((53...100).contains(Palette.size(in: fixture.state).columns))
        try fixture.press(":")
        fixture.type("matrix")
        let reason = try #require(fixture.state.reasonDisabled(.matrix))
        #expect(reason.count > 30 && fixture.screen.contains(reason))
    }

    @Test("continues with what was run last")
    func recent() throws {
        var fixture = ShopFixture()
        for words in ["groups", "history"] {
            try fixture.press(":")
            fixture.type(words)
            try fixture.press("Enter")
        }
        #expect(fixture.state.screen == .history)
        try fixture.press("1", ":")
        let titles = PaletteEntry.all(in: fixture.state).map(\.title)
        let count = Footer.commandsOfRow(fixture.state).count
        #expect(titles.dropFirst(count).prefix(2) == ["Show the fetch history", "Show keys in groups"])
        #expect(Set(titles).count == titles.count)
    }
}
