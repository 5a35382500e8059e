import TestSupport
import Testing

@testable import GrowthBookFeatures

/// Where identifiers beyond ASCII fall: the SDK for JavaScript hashes UTF-16, that for Swift UTF-8.
@Suite("Identifiers beyond ASCII", .inTurn)
struct IdentifierTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let seed: String
        let value: String
        let version: Int
        let expected: Double

        var testDescription: String { "\(seed) \(value) \(version)" }
    }

    @Test(
        "Each falls where the SDK for JavaScript puts it",
        arguments: [
            Row(seed: "séed", value: "x", version: 1, expected: 0.302),
            Row(seed: "séed", value: "x", version: 2, expected: 0.2917),
            Row(seed: "seed", value: "É", version: 1, expected: 0.969),
            Row(seed: "seed", value: "É", version: 2, expected: 0.4548),
            Row(seed: "f", value: "ü", version: 1, expected: 0.663),
        ])
    func utf16(row: Row) {
        #expect(bucket(seed: row.seed, value: row.value, version: row.version) == row.expected)
    }

    @Test("Bytes of UTF-8 are hashed where an app asks for that")
    func utf8() {
        let bytes = bucket(seed: "seed", value: "É", version: 1, hashing: .utf8)
        #expect(bytes != bucket(seed: "seed", value: "É", version: 1))
        #expect(
            bucket(seed: "seed", value: "plain", version: 2, hashing: .utf8)
                == bucket(seed: "seed", value: "plain", version: 2))
    }

    @Test("Texts that only look the same are distinguished")
    func normalForms() {
        #expect(!JavaScriptText.isSame("e\u{301}", "\u{e9}"))
        #expect(JavaScriptText.isSame("\u{e9}", "\u{e9}"))
    }

    @Test("A capital sigma at the end of a word becomes the small one for ends")
    func sigma() {
        #expect(JavaScriptText.isSame(JavaScriptText.lowercased("ΟΔΟΣ"), "οδος"))
        #expect(JavaScriptText.isSame(JavaScriptText.lowercased("ΣΑΣ Σ"), "σας σ"))
    }
}
