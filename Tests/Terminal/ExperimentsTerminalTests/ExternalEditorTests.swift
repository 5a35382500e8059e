import ExperimentsDashboard
import TestSupport
import Testing

@testable import ExperimentsTerminal

@Suite("An editor is reported a place", .fewAtATime)
struct ExternalEditorTests {
    @Test(
        "in the way that it understands",
        arguments: [
            ("vi", ["+12", "a b.swift"]), ("/usr/bin/nano -w", ["+12", "a b.swift"]),
            ("code --wait", ["--goto", "a b.swift:12:5"]), ("/opt/bin/hx", ["a b.swift:12:5"]),
            ("", ["+12", "a b.swift"]),
        ])
    func arguments(command: String, expected: [String]) {
        let place = FilePlace(path: "a b.swift", line: 12, column: 5)
        #expect(ExternalEditor.arguments(of: command, for: place) == expected)
    }

    @Test(
        "and what became of it is reported in words that help",
        arguments: [
            (127, "nano cannot be found; set $VISUAL or $EDITOR to an editor"),
            (126, "nano cannot be run; set $VISUAL or $EDITOR to an editor"), (3, "nano ended with status 3"),
            (0, nil),
        ])
    func words(status: Int32, expected: String?) {
        #expect(ExternalEditor.words(for: status, of: "nano") == expected)
    }
}
