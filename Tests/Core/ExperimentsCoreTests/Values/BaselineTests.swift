import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite(
    "Recorded parsing of baselines", .inTurn, .enabled(if: Conformance.isPresent, "\(Conformance.absence)"))
struct BaselineConformanceTests {
    struct Recording: Decodable {
        struct BoolCase: Decodable {
            let remote: String
            let baseline: Bool?
            let isEnabled: Bool?
        }

        struct Strings: Decodable {
            let variants: [String: String]
            let cases: [StringCase]
        }

        struct StringCase: Decodable {
            let remote: String
            let baseline: Bool?
            let variant: String?
        }

        struct Tracking: Decodable {
            let remote: String
            let kind: String
            let shouldTrack: Bool
        }

        struct Name: Decodable {
            let baseline: Bool
            let isEnabled: Bool
            let name: String
        }

        enum CodingKeys: String, CodingKey {
            case bool
            case string
            case tracking = "should_track"
            case names = "name_roundtrip_v2.1.2"
            case boolCases = "allCases_bool_macro_order"
        }

        let bool: [BoolCase]
        let string: Strings
        let tracking: [Tracking]
        let names: [Name]
        let boolCases: [[Bool]]
    }

    private let recording: Recording

    init() throws {
        recording = try JSONDecoder().decode(
            Recording.self, from: Conformance.data("experiments/baseline_parse.json"))
    }

    @Test("booleans with a baseline are parsed as recorded")
    func booleans() {
        #expect(!recording.bool.isEmpty)
        for example in recording.bool {
            let value = try? Sorting.decode(example.remote)
            #expect(value?.baseline == example.baseline, "\(example.remote)")
            #expect(value?.isEnabled == example.isEnabled, "\(example.remote)")
        }
    }

    @Test("variants with a baseline are parsed as recorded")
    func variants() {
        #expect(recording.string.variants == ["a": "a", "b": "b_var"])
        for example in recording.string.cases {
            let value = try? Theme.decode(example.remote)
            #expect(value?.baseline == example.baseline, "\(example.remote)")
            #expect(value.map { String(describing: $0.variant) } == example.variant, "\(example.remote)")
        }
    }

    @Test("groups are tracked as recorded")
    func tracking() throws {
        for example in recording.tracking {
            let value: any ExperimentalGroupTrackable =
                example.kind == "bool" ? try Sorting.decode(example.remote) : try Theme.decode(example.remote)
            #expect(value.shouldTrack == example.shouldTrack, "\(example.remote)")
        }
    }

    @Test("names and cases are as recorded")
    func names() {
        for example in recording.names {
            #expect(
                Sorting(baseline: example.baseline, isEnabled: example.isEnabled).remoteText == example.name)
        }
        #expect(Sorting.allCases.map { [$0.baseline, $0.isEnabled] } == recording.boolCases)
    }
}

@Suite("The suffix of a baseline", .inTurn)
struct BaselineSuffixTests {
    @Test(
        "one baseline suffix is taken off",
        arguments: [
            ("a", "a", false), ("a_baseline", "a", true), ("a_baseline_baseline", "a_baseline", true),
            ("_baseline", "", true), ("", "", false), ("_BASELINE", "_BASELINE", false),
            ("é_baseline", "é", true),
            ("baseline", "baseline", false),
        ])
    func baselines(_ text: String, _ name: String, _ isBaseline: Bool) {
        let split = Baseline.split(text)
        #expect(split.name == name)
        #expect(split.isBaseline == isBaseline)
    }
}
