import Experiments
import Testing

/// Runs `operation` with a service whose keys have these values. `@Remote` and everything else that reads from the
/// ``RemoteScope`` use that service. Tests that run at the same time do not affect each other.
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

/// Runs `operation` with a service whose keys have these values, as ``withRemoteValues(_:sourceLocation:_:)`` does.
public func withRemoteValues<Value, Result>(
    _ values: KeyValuePairs<Key<Value>, Value>, sourceLocation: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ operation: (TestRemoteConfigService) async throws -> Result
) async rethrows -> Result {
    try await withRemoteValues(
        RemoteValues(values), sourceLocation: sourceLocation, isolation: isolation, operation)
}

/// Runs `operation` with a service whose keys have these values, of whatever types.
public func withRemoteValues<Result>(
    _ values: RemoteValues, sourceLocation: SourceLocation = #_sourceLocation,
    _ operation: (TestRemoteConfigService) throws -> Result
) rethrows -> Result {
    let service = TestRemoteConfigService(values, sourceLocation: sourceLocation)
    return try RemoteScope.with(service) { try operation(service) }
}

/// Runs `operation` with a service whose keys have these values, of whatever types.
public func withRemoteValues<Result>(
    _ values: RemoteValues, sourceLocation: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ operation: (TestRemoteConfigService) async throws -> Result
) async rethrows -> Result {
    let service = TestRemoteConfigService(values, sourceLocation: sourceLocation)
    return try await RemoteScope.with(service, isolation: isolation) { try await operation(service) }
}
