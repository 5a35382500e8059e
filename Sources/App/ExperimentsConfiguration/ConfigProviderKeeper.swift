#if SwiftConfiguration
import Configuration
import ExperimentsCore
import ExperimentsLocks
import ExperimentsSupport
import Foundation

/// A keeper with the values of a provider of swift-configuration, such as variables of the environment or a file. Put it
/// below the keeper of the source:
///
/// ```swift
/// let keeper = LayeredRemoteConfigKeeper([
///     remote, ConfigProviderKeeper(EnvironmentVariablesProvider(), keys: Keys.all),
/// ])
/// ```
///
/// A value that the provider marks as a secret is not used, because reports and the dashboard show values: read it from the
/// provider itself. The row of its key says so.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class ConfigProviderKeeper: RemoteConfigKeeper {
    private let reader: ProviderReader
    private let current: Mutex<Snapshot>
    private let observers = Observers<KeeperNotice>()
    private let watching = Mutex<Task<Void, Never>?>(nil)

    /// Creates a keeper, which has the provider's values from the beginning.
    ///
    /// - Parameters:
    ///   - provider: has the values.
    ///   - keys: the keys that the provider is asked for, because it cannot list its own.
    ///   - prefix: comes before each key, as in `shop.columns`.
    ///   - accessReporter: receives each access to the provider.
    ///   - watches: whether changes of the provider become changes of the values.
    ///   - now: returns the time.
    public init(
        _ provider: any ConfigProvider, keys: [any RemoteKey], prefix: ConfigKey = ConfigKey([]),
        accessReporter: (any AccessReporter)? = nil, watches: Bool = true, fileID: String = #fileID,
        line: UInt = #line,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        reader = ProviderReader(
            provider: provider, keys: keys.map { ProviderReader.Key(name: $0.name, kind: $0.schema.kind) },
            prefix: prefix, reporter: accessReporter, place: .init(fileID: fileID, line: line), now: now)
        let snapshot = provider.snapshot()
        current = Mutex(reader.snapshot(.get) { try snapshot.value(forKey: $0, type: $1) })
        if watches { watch(provider) }
    }

    deinit { watching.withLock { $0 }?.cancel() }

    /// The values that the provider had last.
    public var snapshot: Snapshot { current.withLock { $0 } }

    /// Asks the provider for its newest values.
    ///
    /// - Throws: `FetchFailure` if it has none of the keys that it had before. Its last values stay.
    public func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        let new = await reader.fetchedSnapshot()
        if !new.problems.isEmpty, new.entries.isEmpty, !snapshot.entries.isEmpty {
            throw FetchFailure("\(reader.provider.providerName) returned no value")
        }
        return FetchOutcome(status: use(new) ? .updated : .unchanged)
    }

    /// Calls `handler` with each change.
    public func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        observers.add(handler)
    }

    private func watch(_ provider: any ConfigProvider) {
        let task = Task<Void, Never> { [weak self, reader] in
            try? await provider.watchSnapshot { updates in
                for await snapshot in updates {
                    guard let self else { return }
                    self.use(reader.snapshot(.watch) { try snapshot.value(forKey: $0, type: $1) })
                }
            }
        }
        watching.withLock { $0 = task }
    }

    /// Returns whether the values are others than before.
    @discardableResult
    private func use(_ new: Snapshot) -> Bool {
        let isNews = current.withLock { current in
            let isNews = current.entries != new.entries || current.problems != new.problems
            current = new
            if isNews { observers.enqueue(.snapshot(new)) }
            return isNews
        }
        observers.deliver()
        return isNews
    }
}

/// Reads the values of keys from a provider.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct ProviderReader: Sendable {
    struct Key: Sendable {
        let name: String
        let kind: ValueKind
    }

    let provider: any ConfigProvider
    let keys: [Key]
    let prefix: ConfigKey
    let reporter: (any AccessReporter)?
    let place: AccessEvent.Metadata.SourceLocation
    let now: @Sendable () -> Date

    private typealias Answers = [(key: Key, answer: Result<ConfigValue?, any Error>)]

    /// - Parameter value: looks a key up as a type.
    func snapshot(
        _ access: AccessEvent.Metadata.AccessKind,
        _ value: (AbsoluteConfigKey, ConfigType) throws -> LookupResult
    ) -> Snapshot {
        var answers: Answers = []
        for key in keys {
            var answer: Result<ConfigValue?, any Error> = .success(nil)
            for type in Self.types(of: key.kind) {
                let found = Result { try value(configKey(of: key), type) }
                report(found, of: key, type, access)
                answer = found.map(\.value)
                if case .success = found { break }
            }
            answers.append((key, answer))
        }
        return snapshot(of: answers)
    }

    func fetchedSnapshot() async -> Snapshot {
        var answers: Answers = []
        for key in keys {
            var answer: Result<ConfigValue?, any Error> = .success(nil)
            for type in Self.types(of: key.kind) {
                let found: Result<LookupResult, any Error>
                do {
                    found = .success(try await provider.fetchValue(forKey: configKey(of: key), type: type))
                } catch {
                    found = .failure(error)
                }
                report(found, of: key, type, .fetch)
                answer = found.map(\.value)
                if case .success = found { break }
            }
            answers.append((key, answer))
        }
        return snapshot(of: answers)
    }

    private func configKey(of key: Key) -> AbsoluteConfigKey {
        AbsoluteConfigKey(ConfigKey(key.name)).prepending(prefix)
    }

    /// The types as which a value may be there, the best one first. The key itself decides whether it is valid.
    private static func types(of kind: ValueKind) -> [ConfigType] {
        switch kind {
        case .bool: [.bool, .string]
        case .int: [.int, .string, .double]
        case .double: [.double, .int, .string]
        case .json: [.string, .stringArray, .intArray, .doubleArray, .boolArray]
        case .string, .duration, .url, .date: [.string, .int, .double, .bool]
        }
    }

    private func report(
        _ result: Result<LookupResult, any Error>, of key: Key, _ type: ConfigType,
        _ access: AccessEvent.Metadata.AccessKind
    ) {
        guard let reporter else { return }
        let metadata = AccessEvent.Metadata(
            accessKind: access, key: configKey(of: key), valueType: type, sourceLocation: place,
            accessTimestamp: now())
        reporter.report(
            AccessEvent(
                metadata: metadata,
                providerResults: [.init(providerName: provider.providerName, result: result)],
                result: result.map(\.value)))
    }

    private func snapshot(of answers: Answers) -> Snapshot {
        var entries: ExactDictionary<Snapshot.Entry> = [:]
        var problems: ExactDictionary<String> = [:]
        for (key, answer) in answers {
            switch answer {
            case .success(nil): break
            case .success(let value?) where value.isSecret:
                problems[key.name] =
                    "\(provider.providerName) has a secret, which is not shown: read it from there"
            case .success(let value?):
                if let json = value.content.json {
                    entries[key.name] = Snapshot.Entry(json, supplier: provider.providerName)
                } else {
                    problems[key.name] = "\(provider.providerName) has bytes, which no key reads"
                }
            // The error may have the value.
            case .failure: problems[key.name] = "\(provider.providerName) has no value that a key can read"
            }
        }
        return Snapshot(entries: entries, fetchedAt: now(), problems: problems)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ConfigContent {
    /// The value in JSON; nil for bytes.
    fileprivate var json: JSONValue? {
        switch self {
        case .string(let text): .string(text)
        case .int(let number): .number(String(number))
        case .double(let number): .number(NumberText.text(of: number))
        case .bool(let value): .bool(value)
        case .stringArray(let texts): .array(texts.map { .string($0) })
        case .intArray(let numbers): .array(numbers.map { .number(String($0)) })
        case .doubleArray(let numbers): .array(numbers.map { .number(NumberText.text(of: $0)) })
        case .boolArray(let values): .array(values.map { .bool($0) })
        case .bytes, .byteChunkArray: nil
        }
    }
}
#endif
