import Foundation
import TestSupport
import Testing

@testable import FirebaseConfig

@Suite("Damaged answers to a fetch", .inTurn)
struct FetchAnswerFuzzTests {
    static let body = Array(
        #"""
        {"entries": {"a": "1", "b\u00e9\ud83d\ude00": "ü 漢 \"\\", "c": "{\"x\": [1, 2.5e3]}"}, "state": "UPDATE",
         "templateVersion": "42", "experimentDescriptions": [{"experimentId": "_exp_1", "variantId": "2",
         "experimentStartTimeMillis": 1772323200000, "affectedParameterKeys": ["a", "b"]}],
         "rolloutMetadata": [{"rolloutId": "r", "variantId": "v", "affectedParameterKeys": []}],
         "personalizationMetadata": {"a": {"personalizationId": "p", "armIndex": -1}}, "x": [true, false, null]}
        """#.utf8)

    func read(_ body: [UInt8]) throws -> FetchAnswer {
        try FetchAnswerReader(
            response: TransportResponse(status: 200, body: body), knownEtag: nil, now: Date(),
            key: APIKey("k")
        ).read()
    }

    @Test("an answer cut at any byte is an error, never half a set")
    func cutAnywhere() {
        for length in 0..<Self.body.count {
            #expect(throws: FirebaseFetchError.self, "cut after \(length) bytes") {
                try read(Array(Self.body.prefix(length)))
            }
        }
        #expect(throws: Never.self) { try read(Self.body) }
    }

    @Test("an answer with bytes changed, removed, doubled or swapped is read or refused, nothing else")
    func mutations() {
        var random = Randomness.seeded(2026 &+ FuzzEffort.seed)
        for _ in 0..<FuzzEffort.rounds(usually: 6000) {
            var body = Self.body
            for _ in 0...Int.random(in: 0..<4, using: &random) {
                let place = Int.random(in: 0..<body.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: body[place] = UInt8.random(in: 0...255, using: &random)
                case 1: body.remove(at: place)
                case 2: body.insert(body[place], at: place)
                default: body.swapAt(place, Int.random(in: 0..<body.count, using: &random))
                }
            }
            do {
                _ = try read(body)
            } catch {
                #expect(error is FirebaseFetchError)
            }
        }
    }

    @Test("nesting, long numbers and invalid UTF-8 are refused without harm")
    func hostile() {
        let nested = Array((#"{"state": "# + String(repeating: "[", count: 100_000)).utf8)
        #expect(throws: FirebaseFetchError.self) { try read(nested) }
        let number = Array(
            (#"{"state": "UPDATE", "templateVersion": "# + String(repeating: "9", count: 400) + "}").utf8)
        #expect(throws: FirebaseFetchError.self) { try read(number) }
        let invalid =
            Array(#"{"state": "UPDATE", "entries": {"a": ""#.utf8) + [0xFF, 0xC0] + Array(#""}}"#.utf8)
        #expect(throws: FirebaseFetchError.self) { try read(invalid) }
    }
}
