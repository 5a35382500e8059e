import ExperimentsTerminalUI
import TestSupport
import Testing

@testable import ExperimentsNcurses

@Suite("How many colors a terminal is given", .fewAtATime)
struct ColorSupportTests {
    private func support(
        _ environment: [String: String], _ choice: ColorChoice = .auto, described: Int? = 256
    ) -> ColorSupport {
        ColorSupport(choice, environment: environment, described: described)
    }

    @Test(
        "24-bit colors are taken where something says that the terminal has them",
        arguments: [
            ["TERM": "xterm-256color", "COLORTERM": "truecolor"], ["TERM": "xterm", "COLORTERM": "24BIT"],
            ["TERM": "xterm-direct"], ["TERM": "tmux-256color"],
            ["TERM": "screen-256color", "TMUX": "/tmp/tmux,1,0"],
            ["TERM": "xterm-kitty"], ["TERM": "alacritty"], ["TERM": "foot-extra"], ["TERM": "xterm-ghostty"],
            ["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"],
            ["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"],
            ["TERM": "xterm-256color", "VTE_VERSION": "7006"],
            ["TERM": "xterm-256color", "KONSOLE_VERSION": "220401"],
            ["TERM": "xterm-256color", "WT_SESSION": "x"],
        ])
    func announced(environment: [String: String]) {
        #expect(support(environment).depth == .truecolor)
        #expect(support(environment, described: nil).depth == .truecolor)
    }

    @Test(
        "They are not taken where nothing says so, or what says so was exported by the terminal outside",
        arguments: [
            ["TERM": "xterm-256color"], ["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"],
            ["TERM": "xterm-256color", "COLORTERM": "yes"],
            ["TERM": "xterm-256color", "VTE_VERSION": "3400"],
            ["TERM": "screen-256color", "COLORTERM": "truecolor"],
            ["TERM": "xterm-256color", "COLORTERM": "truecolor", "STY": "1.pts"], ["COLORTERM": "truecolor"],
            ["TERM": "dumb", "COLORTERM": "truecolor"],
            // The dashboard draws on these with as many as their descriptions have.
            ["TERM": "linux", "COLORTERM": "truecolor"], ["TERM": "vt220", "COLORTERM": "truecolor"],
        ])
    func notAnnounced(environment: [String: String]) {
        #expect(support(environment).depth == .indexed256)
        #expect(support(environment, described: 8).depth == .ansi8)
    }

    @Test("What the user asks for comes first")
    func choices() {
        let announced = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
        #expect(support(announced, .palette256).depth == .indexed256)
        #expect(support(announced, .palette16).depth == .ansi16)
        #expect(support(announced, .palette256, described: 8).depth == .ansi8)
        #expect(support(announced, .never).depth == .none)
        #expect(support(["TERM": "vt220"], .truecolor, described: 0).depth == .truecolor)
        #expect(support(announced.merging(["NO_COLOR": "1"]) { $1 }).depth == .none)
        #expect(support(announced.merging(["NO_COLOR": "1"]) { $1 }, .always).depth == .truecolor)
    }

    @Test(
        "The reason is reported",
        arguments: [
            (
                ["TERM": "xterm", "COLORTERM": "truecolor"], ColorChoice.auto,
                "24-bit colors: COLORTERM says truecolor"
            ),
            (["TERM": "xterm-256color"], .truecolor, "24-bit colors: set by --color truecolor"),
            (["TERM": "xterm-256color"], .palette16, "16 colors: set by --color 16"),
            (["TERM": "xterm-256color", "NO_COLOR": "1"], .auto, "no colors: NO_COLOR is set"),
            (["TERM": "xterm-256color", "CLICOLOR": "0"], .auto, "no colors: CLICOLOR is 0"),
            (["TERM": "xterm-256color", "FORCE_COLOR": "0"], .auto, "no colors: FORCE_COLOR is 0"),
            (
                ["TERM": "screen.xterm-256color", "STY": "1"], .auto,
                "256 colors: GNU screen supports no more"
            ),
            (
                ["TERM": "xterm-256color"], .auto,
                "256 colors: the terminal (TERM xterm-256color) reports no more; use --color truecolor to override"
            ),
        ])
    func reasons(environment: [String: String], choice: ColorChoice, words: String) {
        #expect(support(environment, choice).words == words)
    }

    @Test("A name that could harm the terminal is shown harmlessly")
    func harmless() {
        #expect(!support(["TERM": "\u{1b}]0;evil\u{7}"]).words.contains("\u{1b}"))
    }

    @Test(
        "The environment can ask for colors wherever the output goes, or for none",
        arguments: [
            ([:], nil), (["NO_COLOR": ""], nil), (["NO_COLOR": "1"], false), (["FORCE_COLOR": "1"], true),
            (["FORCE_COLOR": "3"], true), (["FORCE_COLOR": "0"], false), (["FORCE_COLOR": "false"], false),
            (["CLICOLOR_FORCE": "1"], true), (["CLICOLOR_FORCE": "0"], nil), (["CLICOLOR": "0"], false),
            (["CLICOLOR": "1"], nil), (["CLICOLOR": "0", "CLICOLOR_FORCE": "1"], true),
            (["NO_COLOR": "1", "FORCE_COLOR": "1"], false),
        ] as [([String: String], Bool?)])
    func wish(environment: [String: String], isColored: Bool?) {
        #expect(ColorWish(environment: environment)?.isColored == isColored)
    }
}
