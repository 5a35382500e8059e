import ExperimentsProject
import Foundation
import TestSupport
import Testing

@Suite("The examples of project files in the guides", .inTurn)
struct PageExampleTests {
    /// A block of YAML of a page.
    private struct Example {
        let page: String
        let text: String
    }

    /// The blocks of all guides, without those that a reader saves as a file: other tests run the program on them.
    private static func examples() throws -> [Example] {
        let path = "../../../../Sources/App/Experiments/Experiments.docc/Guides"
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let folder = here.appendingPathComponent(path).standardizedFileURL
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".md") }
            .sorted()
            .flatMap { name in
                let page = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
                let parts = page.components(separatedBy: "```yaml\n")
                return zip(parts, parts.dropFirst()).filter { before, _ in !before.hasSuffix(" -->\n") }.map {
                    _, block in
                    Example(page: name, text: block.components(separatedBy: "```")[0])
                }
            }
    }

    @Test("each is accepted, completed with a source and keys where it is only a part of a file")
    func projects() throws {
        // A theme and the steps of a workflow are no project files.
        let examples = try Self.examples().filter {
            !$0.text.hasPrefix("- run:") && !$0.text.contains("roles:")
        }
        #expect(examples.count >= 10)
        for example in examples {
            let text = Self.completed(example.text)
            #expect(throws: Never.self, "\(example.page): \(example.text)") {
                _ = try Project(parsing: text, path: "experiments.yaml")
            }
        }
    }

    private static func completed(_ text: String) -> String {
        let fields = text.split(separator: "\n").filter { !$0.hasPrefix(" ") }.map { $0.prefix { $0 != ":" } }
        let hasSource = fields.contains("source") || fields.contains("sources")
        return (hasSource ? "" : "source: {kind: file, path: config.json}\n") + text
            + (fields.contains("keys") ? "" : "keys:\n  - {name: paywall_type, type: string}\n")
    }
}
