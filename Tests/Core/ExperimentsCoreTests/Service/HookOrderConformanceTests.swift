import ExperimentsCore
import ExperimentsLocks
import Foundation
import TestSupport
import Testing

@Suite("Recorded order of calls", .inTurn, .enabled(if: Conformance.isPresent, "\(Conformance.absence)"))
struct HookOrderConformanceTests {
    struct Recording: Decodable {
        struct Case: Decodable {
            let name: String
            let remote: [String: String]?
            let debug: [String: String]?
            let custom: [String: String]?
            let calls: [String]?
        }

        let cases: [Case]
    }

    /// The keys of the recording, with its names.
    enum RecordedKey: String, RemoteKey {
        case ka
        case kb
        case km
        case kp
        case ka2

        var valueType: any RemoteValue.Type {
            switch self {
            case .ka, .ka2: TrackedVariant.self
            case .kb: Onboarding.self
            case .km: TrackedBaseline.self
            case .kp: TrackedSwitch.self
            }
        }
    }

    enum TrackedVariant: String, CaseIterable, StringRemoteValue, ExperimentalGroupTrackable {
        case a
        case b
        case c

        var experimentalGroupKey: String { "A" }
        var experimentalGroupValue: String { rawValue }
    }

    struct TrackedBaseline: BaselineStringRemoteValue, ExperimentalGroupTrackable {
        static let `default` = TrackedBaseline(text: "x", baseline: true)

        let text: String
        let baseline: Bool

        init(text: String, baseline: Bool) { (self.text, self.baseline) = (text, baseline) }

        init?(name: String) {
            let (text, isBaseline) = Baseline.split(name)
            guard ["x", "y"].contains(text) else { return nil }
            self.init(text: text, baseline: isBaseline)
        }

        var name: String { text + (baseline ? Baseline.suffix : "") }
        var experimentalGroupKey: String { "M" }
        var experimentalGroupValue: String { text }
    }

    struct TrackedSwitch: BaselineBoolRemoteValue, ExperimentalGroupTrackable {
        static let `default` = TrackedSwitch(isOn: false, baseline: true)

        let isOn: Bool
        let baseline: Bool

        init(isOn: Bool, baseline: Bool) { (self.isOn, self.baseline) = (isOn, baseline) }

        init?(name: String) {
            let (text, isBaseline) = Baseline.split(name)
            guard ["true", "false"].contains(text) else { return nil }
            self.init(isOn: text == "true", baseline: isBaseline)
        }

        var name: String { (isOn ? "true" : "false") + (baseline ? Baseline.suffix : "") }
        var experimentalGroupKey: String { "P" }
        var experimentalGroupValue: String { String(isOn) }
    }

    private let recording: Recording

    init() throws {
        recording = try JSONDecoder().decode(
            Recording.self, from: Conformance.data("experiments/hook_order.json"))
    }

    private func recordedCalls(_ name: String) throws -> [String] {
        let example = try #require(recording.cases.first { $0.name == name })
        // A keeper is not asked key by key here.
        return try #require(example.calls).filter { !$0.hasPrefix("keeper.") }
    }

    private func calls(
        remote: [String: String], debug: [String: String] = [:], custom: [String: String] = [:],
        keys: [RecordedKey]
    ) -> [String] {
        // Debug values were tracked like any other when this was recorded.
        let service = RecordingService(
            remoteConfigKeeper: InMemoryRemoteConfigKeeper(Snapshot(remote)), exposurePolicy: .withOverrides)
        service.debugTexts.withLock { $0 = debug }
        service.customTexts.withLock { $0 = custom }
        _ = service.getValues(for: keys)
        return service.calls.elements
    }

    @Test("a pass over mixed values calls as recorded, but tracks no baseline, and each key of a shared type")
    func mixedRemote() throws {
        let example = try #require(recording.cases.first { $0.name == "mixed remote" })
        let expected = try recordedCalls("mixed remote").filter { $0 != "trackExperimentalGroup(P,true)" }
        let own = calls(remote: example.remote ?? [:], keys: [.ka, .kb, .km, .kp, .ka2])
        let ofSharedType = [
            "debugValue(ka2)", "customValue(ka2)", "trackKeyNotFound(ka2)", "trackKeysNotFound([ka2])",
        ]
        #expect(own.filter { !ofSharedType.contains($0) } == expected)
        #expect(ofSharedType.allSatisfy(own.contains))
    }

    @Test(
        "debug values are asked for first, custom values next and always, and both are tracked, as recorded")
    func debugValues() throws {
        let example = try #require(recording.cases.first { $0.name == "debug and custom precedence" })
        let own = calls(
            remote: [:], debug: example.debug ?? [:], custom: example.custom ?? [:],
            keys: [.ka, .kb, .km, .kp])
        #expect(own == (try recordedCalls("debug and custom precedence")))
    }

    @Test("a value read before a pass is resolved once, as recorded")
    func readBeforePass() throws {
        let example = try #require(recording.cases.first { $0.name == "remoteValue before getValues" })
        let service = RecordingService(
            remoteConfigKeeper: InMemoryRemoteConfigKeeper(Snapshot(example.remote ?? [:])))
        service.customTexts.withLock { $0 = [:] }
        let _: TrackedVariant = service.remoteValue(for: RecordedKey.ka)
        _ = service.getValues(for: [RecordedKey.ka, .kb])
        #expect(service.calls.elements == (try recordedCalls("remoteValue before getValues")))
    }
}
