import ExperimentsProject
import TestSupport
import Testing

@Suite("The settings of a user for all projects", .inTurn)
struct UserSettingsTests {
    private static let vocabulary = ProjectVocabulary(
        actions: ["refetch", "quit"], themes: ["dark", "light"], isKey: { $0 != "F99" })

    private func settings(_ text: String) throws -> UserSettings {
        try UserSettings(parsing: text, path: "/home/ann/config.yaml", vocabulary: Self.vocabulary)
    }

    private func lines(_ text: String) -> [String] {
        let problems = #expect(throws: ProjectProblems.self) { _ = try settings(text) }
        return problems?.description.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map(String.init)
            ?? []
    }

    @Test("have a theme, keys, the mouse, an author and the clipboard")
    func fields() throws {
        let settings = try settings(
            """
            theme: dark
            bindings: {refetch: [r, F5]}
            mouse: off
            author: Ann
            clipboard: terminal
            links: on
            ascii: off
            """)
        #expect(settings.theme == "dark")
        #expect(settings.bindings == [ProjectBinding(action: "refetch", keys: ["r", "F5"])])
        #expect(settings.usesMouse == false)
        #expect(settings.author == "Ann")
        #expect(settings.clipboard == .terminal)
        #expect(settings.showsLinks == true)
        #expect(settings.usesASCII == false)
    }

    @Test(
        "change nothing if the file is empty, or has only comments",
        arguments: ["", "# theme: dark\n", "---\n"])
    func empty(text: String) throws {
        #expect(try settings(text) == UserSettings())
    }

    @Test("name a theme's file relative to their own")
    func themeFile() throws {
        #expect(try settings("theme: themes/mine.yaml").theme == "/home/ann/themes/mine.yaml")
    }

    @Test("are refused with file, line and column of each mistake")
    func problems() {
        let text = """
            theme: drak
            bindings: {refetsh: r, quit: F99}
            mouse: maybe
            author: ""
            clipboard: osc
            source: {kind: file}
            """
        let lines = lines(text)
        #expect(lines.count == 7, "\(lines)")
        for (line, word) in [
            (1, "\"drak\""), (2, "\"refetsh\""), (2, "\"F99\""), (3, "on or off"), (4, "`author`"),
            (5, "auto, terminal, programs"), (6, "unknown field \"source\""),
        ] {
            #expect(
                lines.contains { $0.hasPrefix("/home/ann/config.yaml:\(line):") && $0.contains(word) },
                "\(line) \(word)")
        }
    }

    @Test("give way to the keys of a project, by action and by key")
    func bindings() throws {
        let user = try settings("bindings: {refetch: [r, F5], quit: [x, Q]}")
        let project = [
            ProjectBinding(action: "refetch", keys: ["F6"]), ProjectBinding(action: "help", keys: ["x"]),
        ]
        #expect(user.bindings(below: project) == [ProjectBinding(action: "quit", keys: ["Q"])] + project)
    }
}
