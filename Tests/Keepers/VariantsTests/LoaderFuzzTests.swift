import ExperimentsCore
import TestSupport
import Testing
import Variants

/// Documents broken at random: whatever comes of it, the loader tells all problems or takes all of it.
@Suite("The loader with broken documents", .inTurn)
struct LoaderFuzzTests {
    @Test("no input crashes the loader or leaves a registry in between")
    func fuzz() throws {
        var random = SeededGenerator(seed: FuzzEffort.seed &+ 1)
        for _ in 0..<FuzzEffort.rounds(usually: 3000) {
            let bytes = Self.brokenDocument(using: &random)
            let text = Comment(rawValue: String(decoding: bytes, as: UTF8.self))
            let registry = VariantRegistry()
            do throws(DocumentProblems) {
                let summary = try registry.load(VariantsDocument(bytes: bytes, name: "fuzz"))
                #expect(summary.flags == registry.flags.map(\.name), text)
                #expect(summary.variants == registry.variants.map(\.id), text)
                #expect(summary.warnings.allSatisfy { $0.line != nil && $0.column != nil }, text)
                _ = try? VariantsDocument(bytes: bytes).lint()
            } catch {
                #expect(!error.problems.isEmpty, text)
                #expect(
                    error.problems.allSatisfy { $0.line != nil && $0.column != nil && !$0.message.isEmpty },
                    text)
                #expect(registry.flags.isEmpty && registry.variants.isEmpty, text)
            }
            for flag in registry.flags {
                // Every flag of a document that was taken can be read and explained.
                #expect(throws: Never.self, text) {
                    try registry.flagValue(flag.name, context: ["user_id": 5])
                }
                #expect(throws: Never.self, text) { try registry.explain(flag.name, context: ["user_id": 5]) }
            }
            _ = try? registry.simulate(SimulationOptions(users: 3))
        }
    }

    private static let words = [
        "{", "}", "[", "]", ",", ":", "null", "true", "-1", "1e400", "9223372036854775808", "0.5", "\"\"",
        "\"a\"",
        #""flag_defs""#, #""variants""#, #""conditions""#, #""mods""#, #""flag""#, #""base_value""#, #""id""#,
        #""type""#, #""value""#, #""values""#, #""RANDOM""#, #""MOD_RANGE""#, #""USER_ID""#, #""ROLLOUT""#,
        #""condition_operator""#, #""AND""#, #""f0""#, #""user_id""#, "\\", "\"", "\u{FEFF}", "é",
        #"{"percentage": 5}"#,
        #"["user_id", 0, 9]"#, "\"\\u0000\"", "\n",
    ].map { Array($0.utf8) }

    private static func brokenDocument(using random: inout SeededGenerator) -> [UInt8] {
        var bytes = RandomDocument(using: &random).bytes
        for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
            let start = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, start + Int.random(in: 0...12, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes.removeSubrange(start..<end)
            case 1: bytes.insert(contentsOf: words[Int.random(in: words.indices, using: &random)], at: start)
            case 2:
                bytes.replaceSubrange(start..<end, with: words[Int.random(in: words.indices, using: &random)])
            case 3: bytes[start] = UInt8.random(in: 0...255, using: &random)
            default: bytes.insert(contentsOf: Array(bytes[start..<end]), at: start)
            }
        }
        return bytes
    }
}
