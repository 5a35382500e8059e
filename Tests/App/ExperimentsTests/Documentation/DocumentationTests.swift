import Foundation
import Testing

@Suite("Documentation")
struct DocumentationTests {
    private static func folder(_ path: String) -> URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(path).standardizedFileURL
    }

    @Test("Every snippet of Swift in the articles is compiled with these tests")
    func snippets() throws {
        let compiled = try String(contentsOf: Self.folder("DocumentationSnippets.swift"), encoding: .utf8)
        let articles = Self.folder("../../../../Sources/App/Experiments/Experiments.docc")
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: articles.path) where name.hasSuffix(".md") {
            let text = try String(contentsOf: articles.appendingPathComponent(name), encoding: .utf8)
            for snippet in text.components(separatedBy: "```swift\n").dropFirst() {
                let code = snippet.components(separatedBy: "```")[0]
                count += 1
                #expect(compiled.contains(code), "\(name): \(code)")
            }
        }
        #expect(count >= 12)
    }
}
