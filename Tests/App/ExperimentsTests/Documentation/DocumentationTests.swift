import Foundation
import TestSupport
import Testing

@Suite("Documentation", .inTurn)
struct DocumentationTests {
    private static func folder(_ path: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(path)
            .standardizedFileURL
    }

    @Test("Every snippet of Swift in the articles is compiled with these tests")
    func snippets() throws {
        let typed = ["TypedKeySnippets.swift", "MovingSnippets.swift"].map { "../../TypedKeyTests/\($0)" }
        let compiled = try (["DocumentationSnippets.swift"] + typed).map {
            try String(contentsOf: Self.folder($0), encoding: .utf8)
        }.joined()
        let articles = Self.folder("../../../../Sources/App/Experiments/Experiments.docc")
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: articles.path)
        where name.hasSuffix(".md") {
            let text = try String(contentsOf: articles.appendingPathComponent(name), encoding: .utf8)
            for snippet in text.components(separatedBy: "```swift\n").dropFirst() {
                let code = snippet.components(separatedBy: "```")[0]
                count += 1
                #expect(compiled.contains(code), "\(name): \(code)")
            }
        }
        #expect(count >= 12)
    }

    @Test(
        "The comment on each protocol that apps implement has an example, which is compiled with these tests",
        arguments: ["Keepers/RemoteConfigKeeper", "Overrides/OverrideStore", "Values/RemoteValue"])
    func examples(source: String) throws {
        let compiled = try String(contentsOf: Self.folder("ProtocolExamples.swift"), encoding: .utf8)
        let core = Self.folder("../../../../Sources/Core/ExperimentsCore")
        let comments = try String(contentsOf: core.appendingPathComponent(source + ".swift"), encoding: .utf8)
            .split(separator: "\n").filter { $0.hasPrefix("///") }.map { $0.dropFirst("/// ".count) }
        let examples = comments.joined(separator: "\n").components(separatedBy: "```swift\n").dropFirst()
        let types = examples.map { $0.components(separatedBy: "```")[0] }.filter { example in
            ["final class ", "struct "].contains { example.hasPrefix($0) }
        }
        #expect(!types.isEmpty)
        for example in types { #expect(compiled.contains(example), "\(example)") }
    }
}
