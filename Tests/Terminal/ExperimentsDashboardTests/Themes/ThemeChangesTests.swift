import ExperimentsCore
import ExperimentsLocks
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Themes that change", .inTurn)
struct ThemeChangesTests {
    private func library(_ text: String) -> ThemeLibrary {
        ThemeLibrary(adding: [ThemeText(name: "mine", source: "mine.yaml", text: text)])
    }

    @Test("the theme in use is taken again when its file changes")
    func reload() throws {
        var fixture = ShopFixture(
            options: DashboardOptions(theme: try library("roles: {ok: red}").theme(named: "mine")))
        _ = fixture.state.update(
            .themesRead(library("roles: {ok: blue}"), problem: nil), at: ShopFixture.start)
        #expect(fixture.state.theme[.ok].foreground == .ansi(4))
        #expect(fixture.state.appearance.themes.names.contains("mine"))
    }

    @Test("a mistake is reported with its place, and the last good theme stays until it is mended")
    func mistake() throws {
        let good = try library("roles: {ok: red}").theme(named: "mine")
        var fixture = ShopFixture(options: DashboardOptions(theme: good))
        _ = fixture.state.update(
            .themesRead(library("roles:\n  ok: rde"), problem: nil), at: ShopFixture.start)
        #expect(fixture.state.theme == good)
        #expect(fixture.state.notices.notice?.text.hasPrefix("mine.yaml:2:7: unknown color") == true)
        _ = fixture.state.update(
            .themesRead(library("roles:\n  ok: green"), problem: nil), at: ShopFixture.start)
        #expect(fixture.state.theme[.ok].foreground == .ansi(2))
    }

    @Test("a theme that vanished stays in use")
    func vanished() throws {
        let good = try library("roles: {ok: red}").theme(named: "mine")
        var fixture = ShopFixture(options: DashboardOptions(theme: good))
        _ = fixture.state.update(
            .themesRead(ThemeLibrary(), problem: "mine.yaml: gone"), at: ShopFixture.start)
        #expect(fixture.state.theme == good && fixture.state.notices.notice?.text == "mine.yaml: gone")
    }

    @Test("opening the choice of themes looks for new ones")
    func look() throws {
        var fixture = ShopFixture()
        guard case .readThemes = try fixture.press("t").first else {
            Issue.record("themes are not read anew")
            return
        }
    }

    @Test("the background decides between light and dark until a theme is chosen")
    func background() throws {
        var options = DashboardOptions(theme: try ThemeLibrary().theme(named: "dark"))
        options.followsBackground = true
        var fixture = ShopFixture(options: options)
        _ = fixture.state.update(.input(.background(.rgb(250, 250, 240))))
        #expect(fixture.state.theme.name == "light")
        try fixture.press("t", "k", "Enter")
        let chosen = fixture.state.theme
        _ = fixture.state.update(.input(.background(.rgb(0, 0, 0))))
        #expect(fixture.state.theme == chosen)
        #expect(ShopFixture().state.theme == .plain)
    }

    @Test(
        "COLORFGBG gives the background if it is set",
        arguments: [
            (nil, "dark"), ("", "dark"), ("15;0", "dark"), ("0;15", "light"), ("0;default;7", "light"),
            ("x", "dark"),
            ("7;8", "dark"),
        ])
    func colorsVariable(text: String?, name: String) {
        #expect(ThemeLibrary.usualName(colorsVariable: text) == name)
    }
}

@Suite("Files of themes", .inTurn)
struct ThemeFilesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a theme is asked for by name or by path")
    func asked() throws {
        let path = try folder.write("title: Elsewhere", to: "elsewhere.yaml")
        try folder.write("title: Mine", to: "themes/mine.yaml")
        let files = ThemeFiles(path, folder: folder.path("themes"))
        let library = try files.library()
        #expect(files.chosen == "elsewhere")
        #expect(try library.theme(named: "elsewhere").title == "Elsewhere")
        #expect(try library.theme(named: "mine").title == "Mine")
        #expect(ThemeFiles("nord", folder: nil).chosen == "nord")
        #expect(ThemeFiles(folder: nil).chosen == nil)
    }

    @Test("a path where nothing is, is an error; a folder that is not there is none")
    func missing() throws {
        #expect(throws: FileProblem.self) { try ThemeFiles(folder.path("x.yaml"), folder: nil).library() }
        #expect(try ThemeFiles(folder: folder.path("none")).library().names == ThemeLibrary().names)
    }

    @Test("a change of a file is reported with the themes as they are then")
    func watching() async throws {
        let path = try folder.write("title: Old", to: "mine.yaml")
        let messages = Recorder<Message>()
        let watch = ThemeWatch(ThemeFiles(path, folder: nil)) { messages.record($0) }
        // The first message says that everything is being watched.
        watch.read()
        try await eventually("the themes to be read") { messages.count >= 1 }
        try folder.write("title: New", to: "mine.yaml")
        try await eventually("the new title") {
            guard case .themesRead(let library, problem: nil) = messages.elements.last else { return false }
            return (try? library.theme(named: "mine"))?.title == "New"
        }
        withExtendedLifetime(watch) {}
    }
}
