import ExperimentsDashboard
import TestSupport
import Testing

@Suite("Theme files", .inTurn)
struct ThemeFileTests {
    private func theme(_ text: String, name: String = "mine") throws -> Theme {
        try ThemeLibrary(adding: [ThemeText(name: name, source: "mine.yaml", text: text)]).theme(named: name)
    }

    private func message(_ text: String) -> String? {
        let problem = #expect(throws: ThemeProblem.self) { try theme(text) }
        return problem?.description
    }

    @Test("Roles are read in their short and their long form")
    func forms() throws {
        let theme = try theme(
            """
            title: Mine
            dark: false
            roles:
              missing: bold red on black
              ok: "#00ff00"
              tab: on blue
              text: default
              value: dim italic underline reverse
              key: {fg: bright-red, bg: "#112233", attributes: [bold, underline]}
              age: {fg: color208, attributes: dim}
            """)
        #expect(theme.title == "Mine" && !theme.isDark && theme.name == "mine")
        #expect(theme[.missing] == CellStyle(foreground: .ansi(1), background: .ansi(0), attributes: .bold))
        #expect(theme[.ok] == CellStyle(foreground: .rgb(0, 255, 0)))
        #expect(theme[.tab] == CellStyle(background: .ansi(4)))
        #expect(theme[.text] == .terminal)
        #expect(theme[.value] == CellStyle(attributes: [.dim, .italic, .underline, .reverse]))
        #expect(
            theme[.key]
                == CellStyle(
                    foreground: .ansi(9), background: .rgb(0x11, 0x22, 0x33), attributes: [.bold, .underline])
        )
        #expect(theme[.age] == CellStyle(foreground: .indexed(208), attributes: .dim))
        #expect(theme[.border] == .terminal)
    }

    @Test("A palette gives colors other meanings, and may refer to itself")
    func palette() throws {
        let theme = try theme(
            """
            palette: {red: "#ff5555", alarm: Red, blue: blue}
            roles: {error: alarm, warning: red, title: blue}
            """)
        #expect(theme[.error].foreground == .rgb(255, 85, 85))
        #expect(theme[.warning].foreground == .rgb(255, 85, 85))
        #expect(theme[.title].foreground == .ansi(4))
    }

    @Test("A theme that extends another takes what it does not say, and its palette reaches there too")
    func extends() throws {
        let theme = try theme("extends: dark\npalette: {green: \"#010203\"}\nroles: {missing: blue}")
        let dark = try ThemeLibrary().theme(named: "dark")
        #expect(theme[.ok].foreground == .rgb(1, 2, 3))
        #expect(theme[.missing].foreground == dark[.title].foreground)
        #expect(theme[.cursorRow] == dark[.cursorRow])
        #expect(theme.isDark == dark.isDark)
    }

    @Test("A light theme that extends a dark one and says nothing of grounds is drawn on the terminal's")
    func otherBackground() throws {
        let theme = try theme(
            "extends: dark\ndark: false\nroles: {header: {bg: \"#0000ff\"}, popup: on blue}")
        #expect(theme[.text] == .terminal && theme[.panel] == .terminal)
        #expect(theme[.header] == CellStyle(background: .rgb(0, 0, 255)))
        // What the theme says itself is meant, whoever says what the word stands for.
        #expect(try theme[.popup].background == ThemeLibrary().theme(named: "dark")[.title].foreground)
        let own = try self.theme("extends: dark\ndark: false\npalette: {base: \"#ffffff\", ink: \"#000000\"}")
        #expect(own[.text] == CellStyle(foreground: .rgb(0, 0, 0), background: .rgb(255, 255, 255)))
        #expect(own[.popup].background == .terminal)
        #expect(try self.theme("extends: light")[.text] == ThemeLibrary().theme(named: "light")[.text])
    }

    @Test("A theme without grounds of its own is drawn on the terminal's")
    func noGrounds() throws {
        let theme = try theme("roles: {missing: red, dim: dim}")
        for role in Role.grounds { #expect(theme[role].background == .terminal, "\(role)") }
        #expect(theme[.shadow] == theme[.dim])
    }

    @Test("A file may take the place of a built-in theme and extend it")
    func replaces() throws {
        let library = ThemeLibrary(adding: [
            ThemeText(name: "dark", source: "dark.yaml", text: "extends: dark\nroles: {ok: magenta}")
        ])
        #expect(try library.theme(named: "dark")[.ok] != ThemeLibrary().theme(named: "dark")[.ok])
        #expect(try library.theme(named: "dark")[.error] == ThemeLibrary().theme(named: "dark")[.error])
        #expect(library.names == ThemeLibrary().names)
    }

    @Test("An empty file is a theme in the terminal's own colors")
    func empty() throws {
        #expect(try theme("")[.missing] == .terminal)
        // A file that was written before there was this role.
        #expect(try theme("roles:\n  dim: dim red\n")[.unknown] == theme("roles:\n  dim: dim red\n")[.dim])
        #expect(try theme("roles:\npalette:\n")[.missing] == .terminal)
    }

    @Test("On few colors a role's own style for them is used, else the nearest")
    func basic() throws {
        let theme = try theme("roles: {cursorRow: {bg: \"#202830\", basic: black on cyan}, ok: \"#7ee787\"}")
        #expect(theme.adapted(to: .truecolor)[.cursorRow] == CellStyle(background: .rgb(0x20, 0x28, 0x30)))
        #expect(
            theme.adapted(to: .ansi16)[.cursorRow] == CellStyle(foreground: .ansi(0), background: .ansi(6)))
        #expect(theme.adapted(to: .none)[.cursorRow] == CellStyle(attributes: .reverse))
        #expect(theme.adapted(to: .ansi16)[.ok].foreground == .ansi(10))
        #expect(theme.adapted(to: .ansi8)[.ok] == CellStyle(foreground: .ansi(2), attributes: .bold))
    }

    @Test(
        "A mistake is reported with its place and what was probably meant",
        arguments: [
            ("roles:\n  mising: red", "mine.yaml:2:3: unknown role \"mising\" (did you mean \"missing\"?)"),
            (
                "roles:\n  missing: bold rde",
                "mine.yaml:2:17: unknown color or attribute \"rde\" (did you mean \"red\"?)"
            ),
            (
                "roles:\n  missing: {attributes: [blod]}",
                "mine.yaml:2:26: unknown attribute \"blod\" (did you mean \"bold\"?)"
            ),
            ("roles:\n  missing: {fg: rde}", "mine.yaml:2:17: unknown color \"rde\" (did you mean \"red\"?)"),
            ("roles:\n  missing: {foreground: red}", "mine.yaml:2:13: unknown field \"foreground\""),
            ("roels: {}", "mine.yaml:1:1: unknown field \"roels\" (did you mean \"roles\"?)"),
            ("dark: yes", "mine.yaml:1:7: `dark`: expected true or false, found \"yes\""),
            ("extends: drak", "mine.yaml:1:10: unknown theme \"drak\" (did you mean \"dark\"?)"),
            ("extends: mine", "mine.yaml:1:10: cannot extend \"mine\""),
            ("name: other", "mine.yaml:1:7: `name`: expected the name of the file, \"mine\""),
            ("- a", "mine.yaml:1:1: expected a mapping of title"),
            ("roles: [a]", "mine.yaml:1:8: `roles`: expected a mapping"),
            ("roles:\n  ok: #ff0000\n", "in quotes"),
            (
                "roles:\n  ok: {fg: \"#ff00\"}",
                "mine.yaml:2:12: expected # and 3 or 6 hexadecimal digits, found \"#ff00\""
            ),
            ("palette: {a: b, b: a}", "unknown color"),
            ("roles:\n  ok: \"bold  reed\"", "mine.yaml:2:14: unknown color or attribute \"reed\""),
            ("roles: {", "mine.yaml:"),
        ])
    func mistakes(text: String, expected: String) {
        #expect(message(text)?.contains(expected) == true, "\(message(text) ?? "")")
    }

    @Test("Two themes that extend each other are refused")
    func cycle() {
        let library = ThemeLibrary(adding: [
            ThemeText(name: "a", source: "a.yaml", text: "extends: b"),
            ThemeText(name: "b", source: "b.yaml", text: "extends: a"),
        ])
        let problem = #expect(throws: ThemeProblem.self) { try library.theme(named: "a") }
        #expect(problem?.description.contains("b.yaml:1:10") == true)
    }

    @Test("A mistake in the theme that is extended points there")
    func mistakeBelow() {
        let library = ThemeLibrary(adding: [
            ThemeText(name: "a", source: "a.yaml", text: "extends: b"),
            ThemeText(name: "b", source: "b.yaml", text: "\nroles: {ok: grene}"),
        ])
        let problem = #expect(throws: ThemeProblem.self) { try library.theme(named: "a") }
        #expect(problem?.description.hasPrefix("b.yaml:2:13:") == true)
    }

    @Test("A theme that does not exist is reported with the nearest name")
    func unknown() {
        let problem = #expect(throws: ThemeProblem.self) { try ThemeLibrary().theme(named: "gruvebox") }
        #expect(problem?.description.contains("did you mean \"gruvbox\"?") == true)
    }

    @Test("A broken theme does not keep another from being used")
    func lazy() throws {
        let library = ThemeLibrary(adding: [ThemeText(name: "broken", source: "broken.yaml", text: "{{{")])
        #expect(library.names.contains("broken"))
        #expect(try library.theme(named: "dark").name == "dark")
    }
}
