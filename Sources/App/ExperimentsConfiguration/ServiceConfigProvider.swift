#if SwiftConfiguration
import Configuration
import ExperimentsCore
import ExperimentsLocks
import ExperimentsSupport

/// Offers the values of a service to a `ConfigReader` of swift-configuration: overrides, then the values of the source.
///
/// ```swift
/// let config = ConfigReader(providers: [
///     ServiceConfigProvider(service, keys: Keys.all), EnvironmentVariablesProvider(),
/// ])
/// let columns = config.int(forKey: "columns", default: 3)
/// ```
///
/// Where neither an override nor the source has a value, the next provider is asked. A value that is not valid for its key,
/// or not of the requested type, is an error: the reader then uses the default of the call. Values of keys that are listed
/// count as exposures, as if the app had read them from the service.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct ServiceConfigProvider: ConfigProvider {
    /// The name of the provider in reports of accesses.
    public let providerName = "ServiceConfigProvider"
    private let service: RemoteConfigService
    private let lookup: ServiceLookup

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - service: has the values.
    ///   - keys: the keys that decide which values are valid. Other names of the source have any value.
    ///   - separator: joins the components of a key to its name at the source: `shop.columns` for `["shop", "columns"]`.
    ///   - secretsSpecifier: the names whose values reports and errors do not show.
    public init(
        _ service: RemoteConfigService, keys: [any RemoteKey] = [], separator: String = ".",
        secretsSpecifier: SecretsSpecifier<String, String> = .none
    ) {
        self.service = service
        lookup = ServiceLookup(keys, separator, secretsSpecifier)
    }

    /// Returns the current value, without waiting.
    public func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        try lookup.value(forKey: key, type, of: service.heldValues, in: service)
    }

    /// Fetches the values of the source, and returns the new one. Calls at the same time share a fetch.
    nonisolated(nonsending) public func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType)
        async throws
        -> LookupResult
    {
        try await service.fetch()
        return try value(forKey: key, type: type)
    }

    /// Passes the current value, and then each new one, whether it comes from a fetch or an override.
    nonisolated(nonsending)
        public func watchValue<Return: ~Copyable>(
            forKey key: AbsoluteConfigKey, type: ConfigType,
            updatesHandler:
                nonisolated(nonsending) (ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>)
                async throws -> Return
        ) async throws -> Return
    {
        let (changes, observations) = changes()
        defer { observations.forEach { $0.cancel() } }
        let last = Mutex<Answer?>(nil)
        let updates = changes.compactMap { _ -> Result<LookupResult, any Error>? in
            let new = Result { try value(forKey: key, type: type) }
            let answer = Answer(new)
            let isNew = last.withLock { last in
                defer { last = answer }
                return last != answer
            }
            return isNew ? new : nil
        }
        return try await updatesHandler(ConfigUpdatesAsyncSequence(updates))
    }

    /// Returns the current values, which do not change.
    public func snapshot() -> any ConfigSnapshot {
        ServiceConfigSnapshot(
            providerName: providerName, values: service.heldValues, service: service, lookup: lookup)
    }

    /// Passes the current values, and then the new ones after each change.
    nonisolated(nonsending)
        public func watchSnapshot<Return: ~Copyable>(
            updatesHandler:
                nonisolated(nonsending) (ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>)
                async throws -> Return
        ) async throws -> Return
    {
        let (changes, observations) = changes()
        defer { observations.forEach { $0.cancel() } }
        return try await updatesHandler(ConfigUpdatesAsyncSequence(changes.map { _ in snapshot() }))
    }

    /// A sequence with an element for now and for each change, and what must be cancelled after it.
    private func changes() -> (AsyncStream<Void>, [ObservationHandle]) {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        continuation.yield(())
        let events = service.observe { event in
            switch event {
            case .snapshotChanged, .overridesChanged: continuation.yield(())
            default: break
            }
        }
        return (stream, [events, service.newUsers.add { continuation.yield(()) }])
    }
}

/// What can be compared of a result.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private enum Answer: Equatable {
    case value(LookupResult)
    case problem(String)

    init(_ result: Result<LookupResult, any Error>) {
        switch result {
        case .success(let found): self = .value(found)
        case .failure(let error): self = .problem("\(error)")
        }
    }
}

/// The values of a service at one moment.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct ServiceConfigSnapshot: ConfigSnapshot {
    let providerName: String
    let values: HeldValues
    let service: RemoteConfigService
    let lookup: ServiceLookup

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        try lookup.value(forKey: key, type, of: values, in: service)
    }
}
#endif
