import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Profiles in the dashboard", .inTurn)
struct ProfileTests {
    private func profile() throws -> OverrideProfile {
        try OverrideProfile(
            name: "QA checkout",
            overrides: OverrideSet(["max_items": Override(value: "2"), "new_key": Override(value: "x")]),
            author: "ana", savedAt: ShopFixture.start - 3600)
    }

    private func opened(size: CellSize = CellSize(columns: 80, rows: 20)) throws -> ShopFixture {
        var fixture = ShopFixture(size: size, overrides: ShopFixture.overrides)
        guard case .profiles(.list) = try fixture.press("P").first else { throw MessageError("not listed") }
        let answer = LibraryAnswer<OverrideProfile>(items: [try profile()], isDone: true)
        _ = fixture.state.update(.profilesAnswered(.list, answer), at: ShopFixture.start)
        return fixture
    }

    @Test(
        "are shown with what loading one changes",
        arguments: [
            ("usual", CellSize(columns: 80, rows: 20)), ("wide", CellSize(columns: 130, rows: 24)),
            ("tiny", CellSize(columns: 20, rows: 5)),
        ])
    func screen(_ name: String, _ size: CellSize) throws {
        try Golden.expect(opened(size: size).screen, named: "profiles-\(name)")
    }

    @Test(
        "one is distinguished from the overrides there are by path, whoever set them, and Esc leads back to it"
    )
    func differences() throws {
        var fixture = try opened()
        try fixture.press("d")
        #expect(fixture.screen.contains("profile QA checkout"))
        #expect(fixture.screen.contains("new_key") && !fixture.screen.contains("author"))
        try fixture.press("Esc")
        #expect(
            fixture.screen.contains("QA checkout") && fixture.state.panels.first(ProfilesPanel.self) != nil)
    }

    @Test("one is loaded after a yes, and undone in one step")
    func load() throws {
        var fixture = try opened()
        let before = fixture.store.overrides
        #expect(try fixture.press("Enter").isEmpty)
        #expect(fixture.screen.contains("Load profile QA checkout? 4 overrides change:"))
        try fixture.run(fixture.press("y"))
        #expect(fixture.store.overrides.entries.mapValues(\.value) == ["max_items": "2", "new_key": "x"])
        #expect(fixture.store.overrides["max_items"]?.author == "eve")
        try fixture.run(fixture.press("U"))
        #expect(fixture.store.overrides == before)
    }

    @Test("the overrides are saved under a name; one that exists is replaced only after a yes")
    func save() throws {
        var fixture = try opened()
        try fixture.press("s", "ctrl-u")
        fixture.type("mine")
        guard case .profiles(.save(let saved, _)) = try fixture.press("Enter").first else {
            Issue.record("nothing was saved")
            return
        }
        #expect(saved.name == "mine")
        #expect(saved.overrides.names == ShopFixture.overrides.names)
        #expect(try fixture.press("s", "Enter").isEmpty)
        #expect(fixture.screen.contains("Profile QA checkout already exists"))
        guard case .profiles(.save) = try fixture.press("y").first else {
            Issue.record("nothing was replaced")
            return
        }
        #expect(fixture.screen.contains("Profiles"))
    }

    @Test("a name that no profile can have is refused in the field")
    func badName() throws {
        var fixture = try opened()
        try fixture.press("s", "ctrl-u")
        fixture.type("a/b")
        #expect(try fixture.press("Enter").isEmpty)
        #expect(fixture.screen.contains("cannot be the name of a profile"))
    }

    @Test("one is shared by the clipboard, and taken from a paste")
    func share() throws {
        var fixture = try opened()
        guard case .copy(let text) = try fixture.press("y").first else {
            Issue.record("nothing was copied")
            return
        }
        try fixture.press("i")
        _ = fixture.state.update(.input(.paste(String(text.dropLast()))))
        #expect(try fixture.press("Enter").isEmpty)
        #expect(fixture.screen.contains("damaged"))
        try fixture.press("ctrl-u")
        _ = fixture.state.update(.input(.paste(text)))
        guard case .profiles(.save(let taken, _)) = try fixture.press("Enter").first else {
            Issue.record("nothing was taken")
            return
        }
        #expect(try taken == profile())
    }

    @Test("one is deleted after a yes")
    func delete() throws {
        var fixture = try opened()
        #expect(try fixture.press("D", "n").isEmpty)
        guard case .profiles(.delete(name: "QA checkout")) = try fixture.press("D", "y").first else {
            Issue.record("nothing was deleted")
            return
        }
    }

    @Test("a file that cannot be read is reported, and nothing else is lost")
    func unreadable() throws {
        var fixture = try opened()
        let problem = FileProblem(path: "profiles/bad.json", message: "not JSON", line: 1, column: 2)
        let answer = LibraryAnswer<OverrideProfile>(
            items: [try profile()], problems: ["\(problem)"], isDone: true)
        _ = fixture.state.update(.profilesAnswered(.list, answer), at: ShopFixture.start)
        #expect(fixture.screen.contains("profiles/bad.json:1:2: not JSON"))
        #expect(fixture.screen.contains("QA checkout"))
    }

    @Test(
        "what is typed before the profiles are read counts once they are, and replaces none without a question"
    )
    func early() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 20), overrides: ShopFixture.overrides)
        #expect(try fixture.press("P").count == 1)
        #expect(try fixture.press("s", "ctrl-u").isEmpty)
        fixture.type("QA checkout")
        #expect(try fixture.press("Enter").isEmpty)
        let answer = LibraryAnswer<OverrideProfile>(items: [try profile()], isDone: true)
        #expect(fixture.state.update(.profilesAnswered(.list, answer), at: ShopFixture.start).isEmpty)
        #expect(fixture.screen.contains("Profile QA checkout already exists"))
    }

    @Test("an early yes loads a profile once")
    func earlyLoad() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 20), overrides: ShopFixture.overrides)
        try fixture.press("P", "Enter", "y")
        let answer = LibraryAnswer<OverrideProfile>(items: [try profile()], isDone: true)
        let effects = fixture.state.update(.profilesAnswered(.list, answer), at: ShopFixture.start)
        #expect(effects.count == 1)
        #expect(fixture.state.overriding.pendingEdits == 1)
        try fixture.run(effects)
        #expect(fixture.store.overrides["max_items"]?.value == "2")
        #expect(fixture.state.overriding.pendingEdits == 0)
    }
}
