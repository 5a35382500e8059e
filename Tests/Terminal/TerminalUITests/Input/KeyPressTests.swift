import ExperimentsTerminalUI
import TestSupport
import Testing

@Suite("Names of keys", .inTurn)
struct KeyPressTests {
    @Test(
        "A name is read as the key it names",
        arguments: [
            ("g", KeyPress("g")), ("G", KeyPress("G")),
            ("ctrl-d", KeyPress(.character("d"), modifiers: .control)),
            ("CTRL-D", KeyPress(.character("d"), modifiers: .control)), ("F5", KeyPress(.function(5))),
            ("space", KeyPress(" ")), ("Tab", KeyPress(.tab)), ("shift-Tab", KeyPress(.backTab)),
            ("alt-b", KeyPress(.character("b"), modifiers: .alt)),
            ("alt-B", KeyPress(.character("B"), modifiers: .alt)),
            ("pgdn", KeyPress(.pageDown)), ("PageUp", KeyPress(.pageUp)), ("Esc", KeyPress(.escape)),
            ("Return", KeyPress(.enter)), ("-", KeyPress("-")),
            ("ctrl--", KeyPress(.character("-"), modifiers: .control)),
            ("shift-g", KeyPress("G")), ("ctrl-alt-Left", KeyPress(.left, modifiers: [.control, .alt])),
            ("é", KeyPress("é")),
            ("ctrl-i", KeyPress(.tab)), ("ctrl-m", KeyPress(.enter)), ("ctrl-[", KeyPress(.escape)),
            ("?", KeyPress("?")),
            ("f", KeyPress("f")), ("shift-F3", KeyPress(.function(3), modifiers: .shift)),
        ])
    func reading(name: String, expected: KeyPress) throws {
        #expect(try KeyPress(parsing: name) == expected)
    }

    @Test("Every key is written in a way that reads back as the same key")
    func roundTrip() throws {
        let keys: [Key] =
            [
                .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .tab, .backTab, .enter, .escape,
                .backspace,
                .delete, .insert, .function(1), .function(63),
            ] + "aZ0-+ /?:é語".map(Key.character)
        for key in keys {
            for bits in UInt8(0)..<8 {
                let press = KeyPress(key, modifiers: KeyModifiers(rawValue: bits))
                #expect(try KeyPress(parsing: press.description) == press, "\(press)")
            }
        }
    }

    @Test(
        "An invalid key is refused with the reason",
        arguments: [
            ("", "empty"), ("Entre", "Enter"), ("ctl-d", "ctl"), ("F64", "F63"), ("F0", "F63"),
            ("ctrl-", "ctrl"),
            ("\u{4}", "ctrl-d"), ("hyper-x", "hyper"), ("F99999999999999999999", "F63"),
        ])
    func refused(name: String, hint: String) {
        let problem = #expect(throws: KeyPressProblem.self) { try KeyPress(parsing: name) }
        #expect(problem?.description.contains(hint) == true, "\(problem.map(String.init(describing:)) ?? "")")
    }
}
