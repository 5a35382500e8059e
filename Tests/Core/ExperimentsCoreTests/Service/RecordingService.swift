import ExperimentsCore
import ExperimentsLocks
import Foundation
import TestSupport

/// A service that writes down the calls of its open methods.
final class RecordingService: RemoteConfigService, @unchecked Sendable {
    let calls = Recorder<String>()
    /// Texts that `debugValue(for:)` answers with, by key, in place of the operator's overrides.
    let debugTexts = Mutex<[String: String]>([:])
    /// Whether the operator's overrides are left out.
    let declinesOverrides = Mutex(false)

    override func debugValue<Value: RemoteValue>(for key: some RemoteKey) -> Value? {
        calls.record("debugValue(\(key.name))")
        if let text = debugTexts.withLock({ $0[key.name] }) { return try? Value.decode(text) }
        return declinesOverrides.withLock { $0 } ? nil : super.debugValue(for: key)
    }

    /// Texts that `customValue(for:)` answers with, by key; nil while its calls are not written down either.
    let customTexts = Mutex<[String: String]?>(nil)

    override func customValue<Value: RemoteValue>(for key: some RemoteKey) -> Value? {
        guard let texts = customTexts.withLock({ $0 }) else { return nil }
        calls.record("customValue(\(key.name))")
        return texts[key.name].flatMap { try? Value.decode($0) }
    }

    override func trackKeyNotFound(_ key: any RemoteKey) {
        calls.record("trackKeyNotFound(\(key.name))")
    }

    override func trackKeysNotFound(_ keys: [any RemoteKey]) {
        calls.record("trackKeysNotFound([\(keys.map(\.name).joined(separator: ","))])")
    }

    override func trackIncorrectValue(for key: any RemoteKey, value: String) {
        calls.record("trackIncorrectValue(\(key.name),\(value))")
    }

    override func trackIncorrectValues(_ values: [(key: any RemoteKey, value: String)]) {
        let list = values.map { "\($0.key.name)=\($0.value)" }.joined(separator: ",")
        calls.record("trackIncorrectValues([\(list)])")
    }

    override func trackExperimentalGroup(for value: any ExperimentalGroupTrackable) {
        calls.record("trackExperimentalGroup(\(value.experimentalGroupKey),\(value.experimentalGroupValue))")
    }

    /// The calls but those that ask for debug values.
    var trackingCalls: [String] { calls.elements.filter { $0.hasPrefix("track") } }
}

extension Snapshot {
    init(_ texts: [String: String]) {
        self.init(texts: texts, fetchedAt: Date(timeIntervalSince1970: 0))
    }
}

/// The keys of the service's tests.
enum Key: String, CaseIterable, RemoteKey {
    case paywall
    case otherPaywall
    case onboarding
    case theme
    case sorting
    case layout
    case retries

    var valueType: any RemoteValue.Type {
        switch self {
        case .paywall, .otherPaywall: Paywall.self
        case .onboarding: Onboarding.self
        case .theme: Theme.self
        case .sorting: Sorting.self
        case .layout: Layout.self
        case .retries: RetryCount.self
        }
    }
}
