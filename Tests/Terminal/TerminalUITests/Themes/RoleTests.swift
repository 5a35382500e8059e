import TestSupport
import Testing

@testable import ExperimentsTerminalUI

extension Role {
    fileprivate static let fish = Role("fish", own: 0)
    fileprivate static let whale = Role("whale", own: 7, elder: .fish)
}

@Suite("Roles that a program declares", .inTurn)
struct RoleTests {
    private let roles = Role.toolkit + [.fish, .whale]

    private func theme(_ text: String) throws -> Theme {
        try ThemeLibrary(
            builtIn: [ThemeText(name: "sea", source: "sea.yaml", text: text)], roles: roles
        ).theme(named: "sea")
    }

    @Test("the toolkit's own differ from each other and from those of a program")
    func distinct() {
        #expect(Set(roles).count == roles.count)
        #expect(Set(roles.map(\.name)).count == roles.count)
    }

    @Test("a theme file names them beside the toolkit's")
    func named() throws {
        let theme = try theme("roles: {text: blue, fish: bold red}")
        #expect(theme[.fish] == CellStyle(foreground: .ansi(1), attributes: .bold))
        #expect(theme[.text] == CellStyle(foreground: .ansi(4)))
        #expect(theme[.border] == .terminal)
    }

    @Test("one that a theme does not mention looks like its elder")
    func elder() throws {
        #expect(try theme("roles: {fish: green}")[.whale] == CellStyle(foreground: .ansi(2)))
        #expect(try theme("roles: {fish: green, whale: red}")[.whale] == CellStyle(foreground: .ansi(1)))
    }

    @Test("one that is not declared is refused with the nearest name")
    func unknown() {
        let problem = #expect(throws: ThemeProblem.self) { try theme("roles: {fihs: red}") }
        #expect(problem?.description == "sea.yaml:1:9: unknown role \"fihs\" (did you mean \"fish\"?)")
    }
}
