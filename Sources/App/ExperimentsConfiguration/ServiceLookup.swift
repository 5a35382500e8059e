#if SwiftConfiguration
import Configuration
import ExperimentsCore
import ExperimentsSupport
import Foundation

/// What a service has at one moment.
struct HeldValues: Sendable {
    let snapshot: Snapshot
    let overrides: OverrideSet
    let booleanPolicy: BooleanPolicy
    let time: Date

    /// Returns the row of one key, without looking at other names.
    func row(of key: CatalogKey) -> ReportRow? {
        var entries: ExactDictionary<Snapshot.Entry> = [:]
        entries[key.name] = snapshot.entries[key.name]
        let source = Snapshot(entries: entries, version: snapshot.version, fetchedAt: snapshot.fetchedAt)
        return Report(
            keys: [key], snapshot: source, overrides: overrides, booleanPolicy: booleanPolicy, at: time
        ).rows.first
    }
}

extension RemoteConfigService {
    var heldValues: HeldValues {
        HeldValues(
            snapshot: snapshot, overrides: overrideStore.overrides, booleanPolicy: booleanPolicy, time: Date()
        )
    }

    /// Counts a value as read, so that it is an exposure.
    fileprivate func noteRead(of key: some RemoteKey) {
        func read<Value: RemoteValue>(_: Value.Type) {
            let _: Value = remoteValue(for: key)
        }
        read(key.valueType)
    }
}

/// Finds the value of a key of swift-configuration among the values of a service.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct ServiceLookup: Sendable {
    private let keys: ExactDictionary<any RemoteKey>
    private let separator: String
    private let secrets: SecretsSpecifier<String, String>

    init(_ keys: [any RemoteKey], _ separator: String, _ secrets: SecretsSpecifier<String, String>) {
        self.keys = ExactDictionary(keys.map { ($0.name, $0) }) { first, _ in first }
        self.separator = separator
        self.secrets = secrets
    }

    /// Returns the value of a key. The result has no value where the service has none.
    ///
    /// - Throws: `UnreadableConfigValue`.
    func value(
        forKey key: AbsoluteConfigKey, _ type: ConfigType, of values: HeldValues,
        in service: RemoteConfigService
    ) throws -> LookupResult {
        let name = key.components.joined(separator: separator)
        let typed = keys[name]
        let row = values.row(of: typed.map { CatalogKey($0) } ?? CatalogKey(name: name, schema: type.schema))
        guard let row, let text = row.overrideText ?? row.entry?.text(as: row.key.schema.kind) else {
            return LookupResult(encodedKey: name, value: nil)
        }
        let isSecret = secrets.isSecret(key: name, value: text)
        if let problem = row.problem {
            throw UnreadableConfigValue(
                key: name, type: type, reason: isSecret ? nil : "\(Quotation.of(text)): \(problem)")
        }
        guard let content = type.content(of: text) else {
            throw UnreadableConfigValue(key: name, type: type, reason: isSecret ? nil : Quotation.of(text))
        }
        if let typed { service.noteRead(of: typed) }
        return LookupResult(encodedKey: name, value: ConfigValue(content, isSecret: isSecret))
    }
}

/// A value that is not of the requested type.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct UnreadableConfigValue: Error, CustomStringConvertible {
    let key: String
    let type: ConfigType
    /// Nil for a secret.
    let reason: String?

    var description: String {
        "key \"\(key)\" has no \(type.rawValue): \(reason ?? "its value is secret, and not of this type")"
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ConfigType {
    /// The strings that are valid for a key that nothing declares.
    fileprivate var schema: ValueSchema {
        switch self {
        case .bool: ValueSchema(kind: .bool)
        case .int: ValueSchema(kind: .int)
        case .double: ValueSchema(kind: .double)
        default: ValueSchema(kind: .string)
        }
    }

    /// Returns the value of a text; nil if it is not of this type. Lists are JSON, and bytes base64.
    func content(of text: String) -> ConfigContent? {
        switch self {
        case .string: .string(text)
        case .int: NumberText.integer(text).map { .int($0) }
        case .double: NumberText.double(text).map { .double($0) }
        case .bool: BooleanText.value(of: text).map { .bool($0) }
        case .bytes: Data(base64Encoded: text).map { .bytes([UInt8]($0)) }
        case .stringArray: Self.elements(of: text) { $0 }.map { .stringArray($0) }
        case .intArray: Self.elements(of: text, NumberText.integer).map { .intArray($0) }
        case .doubleArray: Self.elements(of: text, NumberText.double).map { .doubleArray($0) }
        case .boolArray: Self.elements(of: text, BooleanText.value).map { .boolArray($0) }
        case .byteChunkArray:
            Self.elements(of: text) { Data(base64Encoded: $0).map { [UInt8]($0) } }.map {
                .byteChunkArray($0)
            }
        }
    }

    private static func elements<Element>(of text: String, _ element: (String) -> Element?) -> [Element]? {
        guard let array = (try? JSONValue(parsing: text))?.array else { return nil }
        let elements = array.map { $0.valueText.flatMap(element) }
        return elements.contains { $0 == nil } ? nil : elements.compactMap(\.self)
    }
}
#endif
