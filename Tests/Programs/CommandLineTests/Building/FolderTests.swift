import Foundation
import TestSupport
import Testing

/// The rule of the house that one folder comes before another.
@Suite("The folders of a target", .fewAtATime, .houseRule)
struct FolderTests {
    /// The targets whose files at the top level wire the folders together: those files and the folders may use each other.
    private static let wired: Set = ["Terminal/ExperimentsDashboard"]

    @Test("do not use each other in circles, so that each can be read without those that use it")
    func circles() throws {
        var targets: [String: [String: SourceNames]] = [:]
        let paths = try #require(FileManager.default.enumerator(atPath: Page.absolutePath("Sources")))
        for case let path as String in paths where path.hasSuffix(".swift") && !path.contains(".docc/") {
            let parts = path.split(separator: "/", maxSplits: 2)
            let target = parts.prefix(2).joined(separator: "/")
            guard parts.count == 3 else { continue }
            if Self.wired.contains(target), !parts[2].contains("/") { continue }
            let content = try #require(
                FileManager.default.contents(atPath: Page.absolutePath("Sources/\(path)")))
            targets[target, default: [:]][String(parts[2])] = SourceNames(content)
        }
        let found = targets.compactMapValues { files in
            let words = FolderCircles(files).words
            return words.isEmpty ? nil : words
        }
        #expect(found == [:])
    }

    private func circles(_ files: [String: String]) -> [String] {
        FolderCircles(files.mapValues { SourceNames($0.utf8) }).words
    }

    @Test("are named with the names that make a circle, and the files that have them")
    func words() {
        let found = circles([
            "Wiring.swift": "let row = Row()",
            "Rows/Row.swift": "struct Row { let cells: [Cell] }",
            "Cells/Cell.swift": "struct Cell { func next() { advance(1) } }",
            "Rows/Moves/Advance.swift": "func advance(_ count: Int) -> Row? { nil }",
        ])
        #expect(
            found == [
                """
                Cells uses Rows/Moves (advance in Cells/Cell.swift), \
                Rows/Moves uses Rows (Row in Rows/Moves/Advance.swift), Rows uses Cells (Cell in Rows/Row.swift)
                """
            ])
    }

    @Test("may be used by the files at the top level, unless they use those")
    func wiring() {
        #expect(circles(["Wiring.swift": "let row = Row()", "Rows/Row.swift": "struct Row {}"]) == [])
        let files = [
            "Wiring.swift": "enum Mode { case row(Row) }", "Rows/Row.swift": "struct Row { let mode: Mode }",
        ]
        #expect(
            circles(files) == [
                "Rows uses the top level (Mode in Rows/Row.swift), the top level uses Rows (Row in Wiring.swift)"
            ])
    }

    @Test(
        "do not use each other by comments, texts, members or names of their own",
        arguments: [
            "// Row", "/* a /* Row */ Row */", #"let text = "Row""#, ##"let text = #"a " Row \(Row)"#"##,
            "let text = \"\"\"\n    \"Row\"\n    \"\"\"", "let style = Style.Row", "let row = table.Row(1)",
            "let cell = row", "private struct Row {}\nlet rows = [Row]()",
            "enum Style { struct Row {}; var row: Row? }",
        ])
    func code(text: String) {
        let files = [
            "Rows/Row.swift": "struct Row { let cell: Cell }", "Cells/Cell.swift": "struct Cell {}\n" + text,
        ]
        #expect(circles(files) == [])
    }

    @Test(
        "use each other by names anywhere in code, also in code within texts",
        arguments: [
            #"let text = "a \(f(")") + Row.title) b""#, ##"let text = #"\#(Row.title)"#"##,
            "extension Row {}",
            "let text = \"\"\"\n    \\(Row.title)\n    \"\"\"", "let rows: [Row] = []",
            "// a\nlet row = Row()",
            "@Row var text = \"\"", "let range = first...Row.last", "final class `Table`: Row {}",
        ])
    func uses(text: String) {
        let files = [
            "Rows/Row.swift": "class Row { let cell: Cell }", "Cells/Cell.swift": "struct Cell {}\n" + text,
        ]
        #expect(circles(files).count == 1)
    }
}
