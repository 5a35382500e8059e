import ExperimentsCore
import ExperimentsLocks
import ExperimentsProject
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("A dashboard without a project", .inTurn)
struct StartTests {
    private final class Written: Sendable {
        let text = Mutex<String?>(nil)
    }

    private let written = Written()

    private func fixture(
        _ size: CellSize = CellSize(columns: 80, rows: 16), failing: Bool = false
    ) throws -> ShopFixture {
        let files = [
            "config.json": #"{"checkout_a": 1, "checkout_b": "x"}"#, "broken_flags.json": "{",
            "other.yaml": "a: 1",
        ]
        let reader = FolderReader(
            entries: { $0 == "here" ? files.keys.map { FolderReader.Entry($0) } : [] },
            content: { path, _ in Array((files[String(path.dropFirst("here/".count))] ?? "").utf8) })
        var findings = SourceFinder(reader).findings(in: "here")
        findings.declaringFolder = "Sources"
        return ShopFixture(size: size, keys: [], snapshot: .empty, refresh: nil) { [written] session in
            session.starting = ProjectStarting(findings, path: "experiments.yaml") { text in
                if failing { throw FileProblem(path: "experiments.yaml", message: "permission denied") }
                written.text.withLock { $0 = text }
            }
        }
    }

    @Test(
        "offers what was found, and says what cannot be used",
        arguments: [
            ("usual", CellSize(columns: 80, rows: 16)), ("wide", CellSize(columns: 130, rows: 24)),
            ("tiny", CellSize(columns: 24, rows: 6)), ("framed", CellSize(columns: 120, rows: 36)),
        ])
    func screen(_ name: String, _ size: CellSize) throws {
        try Golden.expect(fixture(size).screen, named: "start-\(name)")
    }

    @Test(
        "Enter writes the draft and leaves, from the list and from the whole draft", arguments: [[], ["l"]])
    func writes(keys: [String]) throws {
        var fixture = try fixture()
        for key in keys { try fixture.press(key) }
        guard case .startProject? = try fixture.press("Enter").first else {
            Issue.record("nothing was asked for")
            return
        }
        #expect(try fixture.press("Enter").isEmpty)
    }

    @Test("l shows the whole draft, and Enter writes it; then it is left")
    func write() throws {
        var fixture = try fixture()
        try fixture.press("l")
        try Golden.expect(fixture.screen, named: "start-draft")
        guard case .startProject(let text)? = try fixture.press("Enter").first else {
            Issue.record("nothing was asked for")
            return
        }
        #expect(text.contains("  - name: checkout_b\n"))
        guard case .quit? = fixture.state.update(.projectStarted(problem: nil)).first else {
            Issue.record("the dashboard stays")
            return
        }
    }

    @Test("a large screen shows the draft for the selected choice below the choices")
    func preview() throws {
        var fixture = try fixture(CellSize(columns: 120, rows: 36))
        #expect(fixture.screen.contains("╭─ Create experiments.yaml from ─"))
        #expect(fixture.screen.contains("╭─ experiments.yaml: 2 keys, drafted from config.json ─"))
        #expect(fixture.screen.contains("- name: checkout_a"))
        try fixture.press("j", "j")
        #expect(!fixture.screen.contains("checkout_a"))
    }

    @Test("a screen without frames shows the draft in the rows that the choices leave free")
    func previewWithoutFrame() throws {
        var fixture = try fixture(CellSize(columns: 80, rows: 26))
        #expect(
            fixture.screen.contains("─ experiments.yaml: 2 keys, drafted from config.json ─"),
            "\(fixture.screen)")
        #expect(fixture.screen.contains("path: config.json"))
        try fixture.press("j", "j")
        #expect(fixture.screen.contains("─ experiments.yaml ─"))
        #expect(!(try self.fixture(CellSize(columns: 80, rows: 14))).screen.contains("drafted from"))
    }

    @Test("the draft shows keys on a usual screen, without scrolling")
    func keysInSight() throws {
        var fixture = try fixture(CellSize(columns: 100, rows: 30))
        try fixture.press("l")
        #expect(fixture.screen.contains("- name: checkout_a"))
    }

    @Test("a file that cannot be written is reported, and can be tried again")
    func refused() throws {
        var fixture = try fixture()
        try fixture.press("Enter")
        #expect(try fixture.press("Enter").isEmpty)
        _ = fixture.state.update(.projectStarted(problem: "experiments.yaml: permission denied"))
        #expect(fixture.screen.contains("experiments.yaml: permission denied"))
        #expect(try !fixture.press("Enter").isEmpty)
    }

    @Test("Esc goes back from the draft, and then leaves; q leaves")
    func leaving() throws {
        var fixture = try fixture()
        try fixture.press("l")
        #expect(try fixture.press("Esc").isEmpty)
        #expect(fixture.screen.contains("Create experiments.yaml from:"))
        for key in ["q", "Esc"] {
            guard case .quit? = try fixture.press(key).first else {
                Issue.record("\(key) does not leave")
                continue
            }
        }
    }

    @Test("no other key does anything")
    func others() throws {
        var fixture = try fixture()
        let before = fixture.screen
        try fixture.press("o", "?", ":", "/", "1", "k", "D", "a", "x")
        #expect(fixture.screen == before)
        try fixture.press("j", "j", "j", "j")
        #expect(fixture.screen.contains("› nothing"))
    }
}
