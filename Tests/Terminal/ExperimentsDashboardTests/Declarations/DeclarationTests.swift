import ExperimentsCore
import ExperimentsProject
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Declaring and dropping keys in the dashboard", .inTurn)
struct DeclarationTests {
    private let folder: TemporaryFolder
    private let editor: ProjectFileEditor
    private static let file =
        "source: {kind: file, path: a.json}\nkeys:\n  - name: max_items   # how many\n    type: int\n"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.file, to: "experiments.yaml")
        editor = ProjectFileEditor(path: folder.path("experiments.yaml"), shownAs: "experiments.yaml")
    }

    private func fixture(readOnly: Bool = false, _ size: CellSize = CellSize(columns: 80, rows: 20))
        -> ShopFixture
    {
        var options = DashboardOptions()
        options.isReadOnly = readOnly
        return ShopFixture(size: size, options: options) { $0.projectEditor = editor }
    }

    /// Puts the cursor on a key.
    private func go(to name: String, _ fixture: inout ShopFixture) throws {
        let place = fixture.state.list.keys.place(of: name, in: fixture.state.source.report)
        fixture.state.moveCursor(to: try #require(place))
        #expect(fixture.state.selectedName == name)
    }

    /// Does what is asked for with the project file, as the program does.
    private func run(_ effects: [Effect], _ fixture: inout ShopFixture) {
        for case .editProject(let request) in effects {
            let answer = request.answered(by: editor)
            _ = fixture.state.update(.projectEditAnswered(answer), at: ShopFixture.start)
        }
    }

    private var undeclared: String {
        get throws {
            let report = ShopFixture().state.source.report
            return try #require(report.rows.first { !$0.isDeclared }).name
        }
    }

    @Test("an undeclared key is shown as it would be written, and written with Enter")
    func declare() throws {
        var fixture = fixture()
        try go(to: undeclared, &fixture)
        run(try fixture.press("a"), &fixture)
        try Golden.expect(fixture.screen, named: "declare-diff")
        #expect(try folder.text(of: "experiments.yaml") == Self.file)
        run(try fixture.press("Enter"), &fixture)
        #expect(fixture.state.panels.isEmpty)
        #expect(fixture.state.notices.notice?.text == "declared \(try undeclared) in the project file")
        #expect(
            try folder.text(of: "experiments.yaml").hasPrefix(Self.file + "  - name: \"\(try undeclared)\"\n")
        )
    }

    @Test("Esc changes nothing")
    func escape() throws {
        var fixture = fixture()
        try go(to: undeclared, &fixture)
        run(try fixture.press("a"), &fixture)
        #expect(try fixture.press("Esc").isEmpty)
        #expect(fixture.state.panels.isEmpty)
        #expect(try folder.text(of: "experiments.yaml") == Self.file)
    }

    @Test("marked keys are dropped where possible, together with their marks")
    func marked() throws {
        var fixture = fixture()
        try go(to: "max_items", &fixture)
        try fixture.press("m")
        try go(to: undeclared, &fixture)
        try fixture.press("m")
        run(try fixture.press("x"), &fixture)
        run(try fixture.press("Enter"), &fixture)
        #expect(try folder.text(of: "experiments.yaml").hasSuffix("keys: []\n"))
        #expect(fixture.state.marked == [try undeclared])
    }

    @Test("a file that was changed in the meantime is shown again before it is written")
    func meanwhile() throws {
        var fixture = fixture()
        try go(to: "max_items", &fixture)
        run(try fixture.press("x"), &fixture)
        try folder.write("# Theirs.\n" + Self.file, to: "experiments.yaml")
        run(try fixture.press("Enter"), &fixture)
        #expect(fixture.screen.contains("The file has changed in the meantime."))
        #expect(try folder.text(of: "experiments.yaml") == "# Theirs.\n" + Self.file)
        run(try fixture.press("Enter"), &fixture)
        #expect(try folder.text(of: "experiments.yaml").hasPrefix("# Theirs.\n"))
        #expect(try folder.text(of: "experiments.yaml").hasSuffix("keys: []\n"))
    }

    @Test("a file that cannot be changed line by line says what to write by hand")
    func byHand() throws {
        try folder.write(
            "source: {kind: file, path: a.json}\nkeys: [{name: max_items, type: int} # Most.\n]\n",
            to: "experiments.yaml")
        var fixture = fixture()
        try go(to: undeclared, &fixture)
        run(try fixture.press("a"), &fixture)
        #expect(fixture.screen.contains("{name: \"\(try undeclared)\""), "\(fixture.screen)")
        #expect(try fixture.press("Enter").isEmpty)
    }

    @Test("what cannot be done says why")
    func reasons() throws {
        var other = ShopFixture()
        try go(to: undeclared, &other)
        #expect(other.state.reasonDisabled(.declareKeys) == "no project file")
        var fixture = fixture()
        try go(to: undeclared, &fixture)
        #expect(fixture.state.reasonDisabled(.dropKeys) == "the key is not declared")
        try go(to: "max_items", &fixture)
        #expect(fixture.state.reasonDisabled(.declareKeys) == "the key is already declared")
        #expect(self.fixture(readOnly: true).state.reasonDisabled(.dropKeys)?.hasPrefix("read-only") == true)
    }

    @Test("the palette finds it by its name")
    func palette() throws {
        var fixture = fixture()
        try fixture.press(":")
        fixture.type("declare")
        #expect(fixture.screen.contains("Declare the key in the project file"))
    }
}
