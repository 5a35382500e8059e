import ExperimentsNcurses
import ExperimentsTerminalUI
import TestSupport
import Testing

@Suite("Links to files", .inTurn)
struct HyperlinkTests {
    @Test("have the address of the file around the words")
    func text() {
        let link = Hyperlink(toFileAt: "/home/ann/my shop/ключ.yaml", on: "laptop")
        let path = "/home/ann/my%20shop/%D0%BA%D0%BB%D1%8E%D1%87.yaml"
        #expect(link.text("shop") == "\u{1b}]8;;file://laptop\(path)\u{1b}\\shop\u{1b}]8;;\u{1b}\\")
    }

    @Test("cannot be ended by the name of a file")
    func hostile() {
        let link = Hyperlink(toFileAt: "/a\u{1b}\\\u{7}\u{9c}\n%", on: "h\u{1b}]")
        #expect(link.address == "file://h%1B%5D/a%1B%5C%07%C2%9C%0A%25")
    }

    @Test(
        "are made for terminals that are known to show them",
        arguments: [
            ["TERM": "xterm-kitty"], ["TERM_PROGRAM": "iTerm.app"], ["VTE_VERSION": "7600"],
            ["WT_SESSION": "x"],
            ["TERM": "foot"],
        ])
    func shown(environment: [String: String]) {
        #expect(Hyperlink.areShown(by: environment))
    }

    @Test(
        "are not made for others, nor inside tmux and screen",
        arguments: [
            [:], ["TERM": "xterm-256color"], ["TERM_PROGRAM": "Apple_Terminal"], ["VTE_VERSION": "4800"],
            ["TERM": "xterm-kitty", "TMUX": "/tmp/x"], ["TERM_PROGRAM": "WezTerm", "STY": "1.x"],
        ])
    func hidden(environment: [String: String]) {
        #expect(!Hyperlink.areShown(by: environment))
    }
}
