import Experiments
import ExperimentsMacros
import TestSupport

@StringRemoteValue
enum Layout: String, ExperimentalGroupTrackable {
    case list, grid

    var experimentalGroupKey: String { "Layout" }
    var experimentalGroupValue: String { rawValue }
}

@BaselineStringRemoteValue
struct Paywall: ExperimentalGroupTrackable {
    enum Variant: String {
        case a, b
    }

    var experimentalGroupKey: String { "Paywall" }
    var experimentalGroupValue: String { variant.rawValue }
}

@BoolRemoteValue
enum Gifts {}

enum ServiceKey: String, CaseIterable, TitledRemoteKey {
    case layout, otherLayout, paywall, gifts, perRow, banner

    var title: String { rawValue.uppercased() }

    var valueType: any RemoteValue.Type {
        switch self {
        case .layout, .otherLayout: Layout.self
        case .paywall: Paywall.self
        case .gifts: Gifts.self
        case .perRow: ItemsPerRow.self
        case .banner: Banner.self
        }
    }
}

/// Records the calls of the open methods, and answers with values of its own where it is given some.
final class RecordingService: RemoteConfigService, @unchecked Sendable {
    let calls = Recorder<String>()
    let exposed = Recorder<Exposure>()
    let mismatched = Recorder<ValueTypeMismatch>()
    let custom = Recorder<String>()

    override func customValue<Value: RemoteValue>(for key: some RemoteKey) -> Value? {
        guard key.name == "layout", let text = custom.elements.last else { return nil }
        return Layout(name: text) as? Value
    }

    override func trackKeyNotFound(_ key: any RemoteKey) {
        calls.record("trackKeyNotFound(\(key.name))")
    }

    override func trackIncorrectValue(for key: any RemoteKey, value: String) {
        calls.record("trackIncorrectValue(\(key.name),\(value))")
    }

    override func trackExperimentalGroup(for value: any ExperimentalGroupTrackable) {
        calls.record("trackExperimentalGroup(\(value.experimentalGroupKey),\(value.experimentalGroupValue))")
    }

    override func trackExposure(_ exposure: Exposure, of value: any ExperimentalGroupTrackable) {
        exposed.record(exposure)
        super.trackExposure(exposure, of: value)
    }

    override func trackTypeMismatch(_ mismatch: ValueTypeMismatch) {
        mismatched.record(mismatch)
    }
}

extension Snapshot {
    /// What a source holds: these texts.
    init(_ texts: [String: String]) {
        self.init(texts: texts, version: nil, fetchedAt: nil)
    }
}
