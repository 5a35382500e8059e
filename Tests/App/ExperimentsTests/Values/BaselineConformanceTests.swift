import Experiments
import ExperimentsMacros
import Foundation
import TestSupport
import Testing

@BaselineStringRemoteValue
private struct RecordedLayout: ExperimentalGroupTrackable {
    enum Variant: String {
        case a
        case b = "b_var"
    }
    var experimentalGroupKey: String { "layout" }
    var experimentalGroupValue: String { name }
}

@BaselineBoolRemoteValue
private struct RecordedSwitch: ExperimentalGroupTrackable {
    var experimentalGroupKey: String { "switch" }
    var experimentalGroupValue: String { name }
}

private struct Recording: Decodable {
    struct BoolCase: Decodable {
        let remote: String
        let baseline: Bool?
        let isEnabled: Bool?
    }
    struct StringCases: Decodable {
        struct Case: Decodable {
            let remote: String
            let baseline: Bool?
            let variant: String?
        }
        let cases: [Case]
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

    let bool: [BoolCase]
    let string: StringCases
    let shouldTrack: [Tracking]
    let names: [Name]
    let allCases: [[Bool]]

    enum CodingKeys: String, CodingKey {
        case bool, string
        case shouldTrack = "should_track"
        case names = "name_roundtrip_v2.1.2"
        case allCases = "allCases_bool_macro_order"
    }

    static func read() throws -> Recording {
        try JSONDecoder().decode(Recording.self, from: Conformance.data("experiments/baseline_parse.json"))
    }
}

@Suite(
    "Baselines as recorded", .inTurn,
    .enabled(if: Conformance.isPresent, Comment(rawValue: Conformance.absence)))
struct BaselineConformanceTests {
    @Test("A boolean with a baseline is parsed as recorded")
    func bool() throws {
        for recorded in try Recording.read().bool {
            let value = RecordedSwitch(name: recorded.remote)
            #expect(value?.baseline == recorded.baseline, "\(recorded.remote)")
            #expect(value?.isEnabled == recorded.isEnabled, "\(recorded.remote)")
        }
    }

    @Test("A variant with a baseline is parsed as recorded")
    func string() throws {
        for recorded in try Recording.read().string.cases {
            let value = RecordedLayout(name: recorded.remote)
            #expect(value?.baseline == recorded.baseline, "\(recorded.remote)")
            #expect(value.map { "\($0.variant)" } == recorded.variant, "\(recorded.remote)")
        }
    }

    @Test("A baseline is not tracked, another value is")
    func tracking() throws {
        for recorded in try Recording.read().shouldTrack {
            let value: (any ExperimentalGroupTrackable)? =
                recorded.kind == "bool"
                ? RecordedSwitch(name: recorded.remote) : RecordedLayout(name: recorded.remote)
            #expect(value?.shouldTrack == recorded.shouldTrack, "\(recorded.remote)")
        }
    }

    @Test("Names and the order of all cases are as recorded")
    func names() throws {
        let recording = try Recording.read()
        for recorded in recording.names {
            let value = RecordedSwitch(baseline: recorded.baseline, isEnabled: recorded.isEnabled)
            #expect(value.name == recorded.name)
        }
        #expect(RecordedSwitch.allCases.map { [$0.baseline, $0.isEnabled] } == recording.allCases)
    }
}
