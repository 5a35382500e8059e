import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("Recorded resolution", .inTurn, .enabled(if: Conformance.isPresent, "\(Conformance.absence)"))
struct KeeperConformanceTests {
    struct Recording: Decodable {
        struct Case: Decodable {
            let type: String
            let raw: String?
            let value: String
            let `class`: String
        }

        let cases: [Case]
    }

    /// What this package deliberately does otherwise: a boolean that is spelt otherwise than `true` is not silently
    /// false.
    private static let differences: [String: (value: String, class: String)] = [
        "TRUE": ("enabled", "valid"), "1": ("enabled", "valid"), "garbage": ("default", "incorrect"),
    ]

    @Test("every recorded case comes out as recorded, or as it deliberately differs")
    func recordedCases() throws {
        let recording = try JSONDecoder().decode(
            Recording.self, from: Conformance.data("experiments/keeper_resolution.json"))
        #expect(!recording.cases.isEmpty)
        for example in recording.cases {
            let difference = example.type == "bool" ? example.raw.flatMap { Self.differences[$0] } : nil
            let (value, verdict) = try outcome(of: example)
            #expect(value == difference?.value ?? example.value, "\(example)")
            #expect(verdict == difference?.class ?? example.class, "\(example)")
        }
    }

    private func outcome(of example: Recording.Case) throws -> (String, String) {
        switch example.type {
        case "string a|b|c": try outcome(example.raw, Paywall.self) { $0.rawValue }
        case "bool": try outcome(example.raw, Onboarding.self) { String(describing: $0) }
        case "baseline bool":
            try outcome(example.raw, Sorting.self) {
                ($0.isEnabled ? "enabled" : "disabled") + ($0.baseline ? "/baseline" : "")
            }
        default: throw UnknownType(name: example.type)
        }
    }

    private struct UnknownType: Error {
        let name: String
    }

    private func outcome<Value: RemoteValue>(
        _ raw: String?, _ type: Value.Type, _ word: (Value) -> String
    ) throws -> (String, String) {
        // Remote Config holds no entry where there is no value.
        let resolution = Resolution<Value>(entry: raw.map { Snapshot.Entry(text: $0) }, override: nil) {
            (text) throws(IncorrectValue) in try Value.decode(text)
        }
        switch resolution {
        case .overridden(let value), .remote(let value): return (word(value), "valid")
        case .appDefault, .missing, .unknown: return ("default", "missing")
        case .incorrect: return ("default", "incorrect")
        }
    }
}
