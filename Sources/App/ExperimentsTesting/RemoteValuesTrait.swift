import Experiments
import Testing

/// Gives a test, or each test of a suite, a separate service with some values.
public struct RemoteValuesTrait: TestTrait, SuiteTrait, TestScoping {
    let values: RemoteValues
    let sourceLocation: SourceLocation

    /// Whether each test of a suite gets its own service.
    public var isRecursive: Bool { true }

    /// Runs `function` with these values active.
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withRemoteValues(values, sourceLocation: sourceLocation) { _ in try await function() }
    }
}

extension Trait where Self == RemoteValuesTrait {
    /// Sets values of keys of one type for a test: `@Test(.remoteValues([.columns: 4]))`.
    public static func remoteValues<Value>(
        _ values: KeyValuePairs<Key<Value>, Value>, sourceLocation: SourceLocation = #_sourceLocation
    ) -> RemoteValuesTrait {
        RemoteValuesTrait(values: RemoteValues(values), sourceLocation: sourceLocation)
    }

    /// Sets values of keys of any types for a test: `@Test(.remoteValues((.columns, 4), (.isOn, true)))`.
    public static func remoteValues<First: Sendable, each Value: Sendable>(
        _ first: (Key<First>, First), _ others: repeat (Key<each Value>, each Value),
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> RemoteValuesTrait {
        RemoteValuesTrait(values: RemoteValues(first, repeat each others), sourceLocation: sourceLocation)
    }

    /// Not available: a literal has values of one type.
    @available(
        *, unavailable,
        message:
            "a value has another type than its key; for keys of several types, write .remoteValues((.columns, 4), (.isOn, true))"
    )
    @_disfavoredOverload
    public static func remoteValues(_ values: KeyValuePairs<Keys, Any>) -> RemoteValuesTrait { while true {} }

    /// Sets values of keys of any types for a test: `@Test(.remoteValues { $0[.columns] = 4 })`.
    public static func remoteValues(
        sourceLocation: SourceLocation = #_sourceLocation, _ set: (inout RemoteValues) -> Void
    ) -> RemoteValuesTrait {
        RemoteValuesTrait(values: RemoteValues(set), sourceLocation: sourceLocation)
    }
}
