import Foundation
import TestSupport
import Testing

@Suite("The pages of the sources", .inTurn)
struct KeeperPageTests {
    @Test(
        "Each shows the same three lines with a typed key, which are compiled with these tests",
        arguments: ["FirebaseConfig", "Variants", "ActiveConfiguration"])
    func typedKeys(library: String) throws {
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let compiled = try String(
            contentsOf: here.appendingPathComponent("../../TypedKeyTests/KeeperSnippets.swift")
                .standardizedFileURL,
            encoding: .utf8)
        let page = try String(
            contentsOf: here.appendingPathComponent(
                "../../../../Sources/Keepers/\(library)/\(library).docc/\(library).md"
            ).standardizedFileURL, encoding: .utf8)
        let section = try #require(page.components(separatedBy: "## Typed keys\n").last)
        let code = try #require(section.components(separatedBy: "```swift\n").dropFirst().first)
            .components(separatedBy: "```")[0]
        #expect(code.contains("= Key(\""))
        #expect(compiled.contains(code), "\(code)")
    }
}
