import ExperimentsProject
import Foundation
import TestSupport
import Testing

@Suite("Kinds of sources", .inTurn)
struct SourceKindTests {
    private func text(_ path: String) throws -> String {
        let file = URL(fileURLWithPath: #filePath)
        let package = (0..<5).reduce(file) { folder, _ in folder.deletingLastPathComponent() }
        return try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
    }

    @Test("Each kind and each of its fields is described in the guide", arguments: SourceKind.all)
    func documented(kind: SourceKind) throws {
        let page = try text("Sources/App/Experiments/Experiments.docc/Guides/ProjectFile.md")
        let row = page.components(separatedBy: "\n").first { $0.hasPrefix("| `\(kind.name)` |") }
        let words = try #require(row, "the guide has no row for \(kind.name)")
        let missing = kind.fields.filter { !words.contains("`\($0)`") && !words.contains("`\($0):") }
        #expect(missing == [])
    }

    @Test("Each kind is listed once, and has a keeper in the program")
    func listed() throws {
        func lines(_ path: String) throws -> [String] {
            let text = try text(path)
            return text.components(separatedBy: "\n").filter { $0.wholeMatch(of: /\ {8}\.\w+,/) != nil }
        }
        let kinds = try lines("Sources/Operator/ExperimentsProject/Sources/Kinds/SourceKind+All.swift")
        let keepers = try lines("Sources/Programs/ExperimentsCLI/Session/Sources/SourceKeeper.swift")
        #expect(kinds.count == SourceKind.all.count)
        #expect(kinds == keepers)
        #expect(Set(SourceKind.all.map(\.name)).count == SourceKind.all.count)
    }
}
