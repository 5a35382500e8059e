import ExperimentsSupport
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("The palette by use", .inTurn)
struct CommandUseTests {
    @Test("what is run often comes before what matches as well")
    func often() {
        var use = CommandUse()
        let entries = [Command.growDetails, .shrinkDetails].map { PaletteEntry(command: $0) }
        let palette = Palette(field: TextField("the details"))
        #expect(palette.matches(among: entries).first?.entry.command == .growDetails)
        use.note(.shrinkDetails)
        #expect(palette.matches(among: entries, use).first?.entry.command == .shrinkDetails)
    }

    @Test("the latest come first, each once")
    func latest() {
        var use = CommandUse()
        for command in [Command.undo, .redo, .undo] { use.note(command) }
        #expect(use.latest(in: .standard) == [.undo, .redo])
        #expect(use.count(of: .undo) == 2)
    }

    @Test("is the same after it was stored, and forgets removed commands")
    func kept() throws {
        var use = CommandUse()
        use.note(.undo)
        use.note(.theme)
        let elements = try #require(use.json?.array)
        #expect(CommandUse(elements) == use)
        let foreign: [JSONValue] = [
            ["name": "gone", "count": 3], "no entry", ["name": "undo", "count": -1],
        ]
        #expect(CommandUse(elements + foreign).latest(in: .standard) == [.theme, .undo])
    }

    @Test("is remembered with the view")
    func remembered() throws {
        var fixture = ShopFixture()
        try fixture.press(":")
        fixture.type("groups")
        try fixture.press("Enter")
        var view = RememberedView()
        view.read(try #require(RememberedView(of: fixture.state).json.object))
        #expect(view.commandUse.latest(in: .standard) == [.groupView])
    }
}
