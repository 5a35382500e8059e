import ExperimentsCore
import ExperimentsOperator
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Personas under names in the dashboard", .inTurn)
struct PersonasPanelTests {
    private let personas = [
        NamedPersona(name: "beta tester", fields: ["plan": "pro", "user_id": 9], origin: .project),
        NamedPersona(name: "nobody", fields: ["user_id": .null], origin: .saved(author: "ana", at: nil)),
    ]

    private func opened(_ key: String = "l", size: CellSize = CellSize(columns: 90, rows: 24)) throws
        -> ShopFixture
    {
        var fixture = ShopFixture.asking(size: size)
        try fixture.press("i")
        let effects = try fixture.press(key)
        guard case .personas(.list) = effects.first else {
            Issue.record("the personas were not read")
            return fixture
        }
        answer(.list, &fixture)
        return fixture
    }

    private func answer(_ request: LibraryRequest<NamedPersona>, _ fixture: inout ShopFixture) {
        _ = fixture.state.update(
            .personasAnswered(request, LibraryAnswer<NamedPersona>(items: personas, isDone: true)),
            at: ShopFixture.start)
    }

    @Test(
        "are listed with what is known of the chosen one",
        arguments: [("usual", CellSize(columns: 80, rows: 20)), ("tiny", CellSize(columns: 20, rows: 5))])
    func screen(_ name: String, _ size: CellSize) throws {
        try Golden.expect(opened(size: size).screen, named: "personas-\(name)")
    }

    @Test("the source is asked as the chosen one, over what is configured, and the editor below shows it")
    func load() throws {
        var fixture = try opened()
        guard case .setPersona(let persona)? = try fixture.press("Enter").first else {
            Issue.record("nobody was asked")
            return
        }
        #expect(persona.fields == ["plan": "pro", "user_id": 9])
        #expect(fixture.state.panels.first(PersonaEditor.self)?.fields == persona.fields)
        #expect(fixture.state.panels.first(PersonasPanel.self) == nil)
        try fixture.press("l")
        answer(.list, &fixture)
        guard case .setPersona(let nobody)? = try fixture.press("j", "Enter").first else {
            Issue.record("nobody was asked")
            return
        }
        #expect(nobody.fields.isEmpty)
    }

    @Test("as whom the source is asked is saved under a name; one that exists is replaced only after a yes")
    func save() throws {
        var fixture = try opened("s")
        fixture.type("mine")
        guard case .personas(.save(let saved, replaces: false))? = try fixture.press("Enter").first else {
            Issue.record("nothing was saved")
            return
        }
        #expect(saved.name == "mine" && saved.fields == ["user_id": 7])
        answer(.save(saved, replaces: false), &fixture)
        #expect(fixture.state.notices.notice?.text == "saved persona mine")
        try fixture.press("s", "ctrl-u")
        fixture.type("nobody")
        #expect(try fixture.press("Enter").isEmpty)
        #expect(fixture.screen.contains("Persona nobody already exists."))
    }

    @Test("a name that none can have is refused, and what was typed stays")
    func refused() throws {
        var fixture = try opened("s")
        fixture.type("a=b")
        #expect(try fixture.press("Enter").isEmpty)
        #expect(fixture.screen.contains("--as reads it as"))
        #expect(fixture.state.panels.first(PersonasPanel.self)?.library.field?.text == "a=b")
    }

    @Test("one that was saved is deleted after a yes, one of the project file never")
    func delete() throws {
        var fixture = try opened()
        try fixture.press("D")
        #expect(fixture.state.notices.notice?.text == "beta tester is in the project file; change it there")
        try fixture.press("j", "D")
        #expect(fixture.screen.contains("Delete the persona nobody?"))
        guard case .personas(.delete("nobody"))? = try fixture.press("y").first else {
            Issue.record("nothing was deleted")
            return
        }
    }

    @Test("what is pressed before they are read is taken once they are")
    func early() throws {
        var fixture = ShopFixture.asking()
        try fixture.press("i", "l", "j", "Enter")
        #expect(fixture.state.panels.first(PersonasPanel.self) != nil)
        answer(.list, &fixture)
        #expect(fixture.state.source.persona?.current.fields.isEmpty == true)
    }
}
