import Foundation
import TestSupport
import Testing

@Suite("The pages of the libraries, and the guides", .inTurn)
struct LibraryPageTests {
    private static let root: URL = (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }

    /// The files below a folder of the package, from the top of it.
    private static func files(below folder: String, where isWanted: (String) -> Bool) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent(folder).path)
            .map { "\(folder)/\($0)" }.filter(isWanted).sorted()
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The paragraphs of a text, whose lines begin without blanks, because a page does not indent what a function of
    /// the tests contains.
    private static func paragraphs(_ text: String) -> [String] {
        text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: "\n").components(separatedBy: "\n\n")
            .map { $0.trimmingCharacters(in: .newlines) }.filter { !$0.isEmpty }
    }

    @Test("every snippet of Swift in them is compiled with the tests, or is a program of this package")
    func snippets() throws {
        let compiled =
            try Self.files(below: "Tests") { path in
                path.hasSuffix("Snippets.swift") || path.contains("ExperimentsTests/Documentation/")
            } + ["Sources/Programs/DashboardExample/main.swift"]
        let code = try compiled.map {
            "\n" + Self.paragraphs(try Self.text($0)).joined(separator: "\n\n") + "\n"
        }
        .joined()
        let pages = try Self.files(below: "Sources") { $0.hasSuffix(".md") && $0.contains(".docc/") }
        var count = 0
        for page in pages {
            for snippet in try Self.text(page).components(separatedBy: "```swift\n").dropFirst() {
                for paragraph in Self.paragraphs(snippet.components(separatedBy: "```")[0]) {
                    count += 1
                    #expect(code.contains("\n\(paragraph)\n"), "\(page): \(paragraph)")
                }
            }
        }
        #expect(count > 60)
    }
}
