import Testing

@testable import NcursesTerminal

@Suite("Choosing a terminal description")
struct OpeningTests {
    @Test(
        "Descriptions with 24-bit colours are tried first where they are announced",
        arguments: [
            ("xterm-256color", ["xterm-direct256", "xterm-direct16", "xterm-direct", "xterm-256color"]),
            ("xterm", ["xterm-direct256", "xterm-direct16", "xterm-direct", "xterm-256color", "xterm"]),
            ("tmux-256color", ["tmux-direct", "tmux-256color"]),
            ("alacritty", ["alacritty-direct", "alacritty"]),
            ("xterm-kitty", ["kitty-direct", "xterm-kitty"]),
            ("konsole-direct", ["konsole-direct"]),
            ("dumb", ["dumb"]),
        ])
    func direct(term: String, names: [String]) {
        let descriptions = TerminalDescriptions(
            environment: ["TERM": term, "COLORTERM": "truecolor"], colors: .auto)
        #expect(Array(descriptions.names.prefix(descriptions.trusted)) == names)
    }

    @Test("They are not tried where nobody announced them or the user wants fewer")
    func notDirect() {
        let plain: [String: String] = ["TERM": "xterm-256color"]
        let announced = plain.merging(["COLORTERM": "24bit"]) { $1 }
        #expect(TerminalDescriptions(environment: plain, colors: .auto).names.first == "xterm-256color")
        #expect(TerminalDescriptions(environment: announced, colors: .palette256).names.first == "xterm-256color")
        #expect(TerminalDescriptions(environment: announced, colors: .never).names.first == "xterm-256color")
        #expect(TerminalDescriptions(environment: plain, colors: .truecolor).names.first == "xterm-direct256")
    }

    @Test("A name that could harm the terminal is shown harmlessly")
    func harmlessWarning() {
        let environment = ["TERM": "\u{1b}[31mevil"]
        let descriptions = TerminalDescriptions(environment: environment, colors: .auto)
        let warning = descriptions.warning(taken: 1, environment: environment)
        #expect(warning?.contains("\u{1b}") == false)
    }
}
