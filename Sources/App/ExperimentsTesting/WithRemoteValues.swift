import Experiments
import ExperimentsLocks
import Testing

/// Runs `operation` with a service whose keys have these values. `@Remote` and everything else that reads from the
/// `RemoteScope` use that service. Tests that run at the same time do not affect each other.
///
/// ```swift
/// withRemoteValues([.columns: 4]) { service in
///     #expect(Shelf().columns == 4)
/// }
/// ```
public func withRemoteValues<Value, Result>(
    _ values: KeyValuePairs<Key<Value>, Value>, sourceLocation: SourceLocation = #_sourceLocation,
    _ operation: (TestRemoteConfigService) throws -> Result
) rethrows -> Result {
    try withRemoteValues(RemoteValues(values), sourceLocation: sourceLocation, operation)
}

/// Runs an asynchronous `operation` with a service whose keys have these values.
public func withRemoteValues<Value, Result>(
    _ values: KeyValuePairs<Key<Value>, Value>, sourceLocation: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ operation: (TestRemoteConfigService) async throws -> Result
) async rethrows -> Result {
    try await withRemoteValues(
        RemoteValues(values), sourceLocation: sourceLocation, isolation: isolation, operation)
}

/// Runs `operation` with a service whose keys, of any types, have these values:
///
/// ```swift
/// withRemoteValues((.columns, 4), (.isOn, true)) { service in
///     #expect(Shelf().columns == 4)
/// }
/// ```
public func withRemoteValues<First: Sendable, each Value: Sendable, Result>(
    _ first: (Key<First>, First), _ others: repeat (Key<each Value>, each Value),
    sourceLocation: SourceLocation = #_sourceLocation,
    operation: (TestRemoteConfigService) throws -> Result
) rethrows -> Result {
    try withRemoteValues(RemoteValues(first, repeat each others), sourceLocation: sourceLocation, operation)
}

/// Runs an asynchronous `operation` with a service whose keys, of any types, have these values.
public func withRemoteValues<First: Sendable, each Value: Sendable, Result>(
    _ first: (Key<First>, First), _ others: repeat (Key<each Value>, each Value),
    sourceLocation: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    operation: (TestRemoteConfigService) async throws -> Result
) async rethrows -> Result {
    try await withRemoteValues(
        RemoteValues(first, repeat each others), sourceLocation: sourceLocation, isolation: isolation,
        operation)
}

/// Not available: a literal has values of one type.
@available(
    *, unavailable,
    message:
        "a value has another type than its key; for keys of several types, write withRemoteValues((.columns, 4), (.isOn, true))"
)
@_disfavoredOverload
public func withRemoteValues<Result>(
    _ values: KeyValuePairs<Keys, Any>, _ operation: (TestRemoteConfigService) throws -> Result
) rethrows -> Result { while true {} }

/// Not available: the closure is what runs with the values.
@available(
    *, unavailable, message: "pass the values before the closure: withRemoteValues((.columns, 4)) { … }"
)
@_disfavoredOverload
public func withRemoteValues(_ set: (inout RemoteValues) -> Void) { while true {} }

/// Runs `operation` with a service whose keys, of any types, have these values.
public func withRemoteValues<Result>(
    _ values: RemoteValues, sourceLocation: SourceLocation = #_sourceLocation,
    _ operation: (TestRemoteConfigService) throws -> Result
) rethrows -> Result {
    let service = TestRemoteConfigService(values, sourceLocation: sourceLocation)
    return try RemoteScope.with(service) { try operation(service) }
}

/// Runs `operation` with a service whose keys, of any types, have these values.
public func withRemoteValues<Result>(
    _ values: RemoteValues, sourceLocation: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ operation: (TestRemoteConfigService) async throws -> Result
) async rethrows -> Result {
    let service = TestRemoteConfigService(values, sourceLocation: sourceLocation)
    return try await RemoteScope.with(service, isolation: isolation) { try await operation(service) }
}

/// The service of a test. It has the values that the test sets, and records exposures and events.
// Unchecked, because its class is; all it has of its own is behind a lock.
public final class TestRemoteConfigService: RemoteConfigService, @unchecked Sendable {
    private let values: RemoteValues
    private let source: InMemoryRemoteConfigKeeper
    private let recording: ExperimentRecording
    private let sourceLocation: SourceLocation
    private let refused = Mutex<Set<String>>([])

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - values: the values of keys; keys without one have their defaults.
    ///   - sourceLocation: where to report a key that the test did not allow.
    public init(_ values: RemoteValues = RemoteValues(), sourceLocation: SourceLocation = #_sourceLocation) {
        self.values = values
        self.sourceLocation = sourceLocation
        source = InMemoryRemoteConfigKeeper(values.snapshot)
        recording = ExperimentRecording()
        super.init(remoteConfigKeeper: source, tracker: recording)
        report(values.refusals)
    }

    /// Fails the test for values that are not valid for their keys, because the test would see the defaults.
    private func report(_ refusals: ExactDictionary<IncorrectValue>) {
        for (name, problem) in refusals.sortedElements {
            Issue.record(
                "key \"\(name)\" does not accept the value of this test: \(problem); setText(_:of:) sets it anyway",
                sourceLocation: sourceLocation)
        }
    }

    /// The exposures so far.
    public var exposures: [Exposure] { recording.told.withLock(\.exposures) }

    /// The events of users so far.
    public var events: [TrackingEvent] { recording.told.withLock(\.events) }

    /// Changes values during a test, as a source that pushes its values does.
    public func change(_ change: (inout RemoteValues) -> Void) {
        var values = RemoteValues()
        values.texts = source.snapshot.entries.compactMapValues(\.text)
        change(&values)
        report(values.refusals)
        source.publish(values.snapshot)
    }

    override public func customValue<Value: RemoteValue>(for key: some RemoteKey) -> Value? {
        if !values.allows(key.name), refused.withLock({ $0.insert(key.name).inserted }) {
            Issue.record(
                "key \"\(key.name)\" was read, which this test does not allow; give it a value, or allow it with allowOnly",
                sourceLocation: sourceLocation)
        }
        return nil
    }
}

/// Records exposures and events.
private final class ExperimentRecording: ExperimentTracker {
    let told = Mutex<(exposures: [Exposure], events: [TrackingEvent])>(([], []))

    func track(_ exposure: Exposure) { told.withLock { $0.exposures.append(exposure) } }

    func track(_ event: TrackingEvent) { told.withLock { $0.events.append(event) } }
}

extension RemoteValues {
    /// Allows only the keys that have values here, and `keys`. Reading any other key fails the test.
    public mutating func allowOnly(_ keys: [any RemoteKey] = []) {
        allowedNames = Set(keys.map(\.name))
    }

    func allows(_ name: String) -> Bool {
        guard let allowedNames else { return true }
        return allowedNames.contains(name) || texts[name] != nil
    }
}

/// Returns every value that a key can have, as arguments of a test: `@Test(arguments: allVariants(of: .paywall))`.
public func allVariants<Value: CaseIterable>(of _: Key<Value>) -> [Value] { Array(Value.allCases) }

/// Not available: there are too many values.
@available(
    *, unavailable,
    message: "name the values that the test is for, such as [1, 3, 6]: the key does not list them all"
)
@_disfavoredOverload
public func allVariants<Value>(of _: Key<Value>) -> [Value] { while true {} }

/// Returns both values of a boolean key.
public func allVariants(of _: Key<Bool>) -> [Bool] { [false, true] }

/// Returns every valid string of a key that lists them, otherwise only its default.
public func allVariants(of key: Key<String>) -> [String] {
    key.schema.cases.isEmpty ? [key.defaultValue] : key.schema.cases
}
