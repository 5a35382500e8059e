import ExperimentsDashboard
import Testing

@testable import ExperimentsTerminal

@Suite("An editor is told of a place")
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
}
