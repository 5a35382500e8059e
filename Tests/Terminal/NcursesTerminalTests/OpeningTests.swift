import TestSupport
import Testing

@testable import ExperimentsNcurses

@Suite("Choosing a terminal description", .fewAtATime)
struct OpeningTests {
    @Test("The terminal's own description is tried first, then common ones")
    func names() {
        let descriptions = TerminalDescriptions(environment: ["TERM": "alacritty", "COLORTERM": "truecolor"])
        #expect(descriptions.names == ["alacritty", "xterm-256color", "xterm"])
        #expect(descriptions.trusted == 1)
    }

    @Test("A name that could harm the terminal is shown harmlessly")
    func harmlessWarning() {
        let environment = ["TERM": "\u{1b}[31mevil"]
        let descriptions = TerminalDescriptions(environment: environment)
        let warning = descriptions.warning(taken: 1, environment: environment)
        #expect(warning?.contains("\u{1b}") == false)
    }
}
