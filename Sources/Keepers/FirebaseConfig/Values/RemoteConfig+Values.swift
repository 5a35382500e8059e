import ExperimentsCore
import Foundation
import Locks

extension RemoteConfig {
    /// The value of a parameter: the service's, else the app's default, else a library's, else a static empty one. Does
    /// no I/O.
    public func configValue(for key: String) -> Value {
        configValue(for: key, source: .remote) ?? defaultValue(for: key)
            ?? Value(stringValue: "", source: .static, booleanRule: settings.booleanRule)
    }

    /// The value that one of the sources has for a parameter, or nil; the static one is always empty.
    public func configValue(for key: String, source: Source) -> Value? {
        switch source {
        case .remote:
            keeper.state.active?.entries[key].map {
                Value(stringValue: $0, source: .remote, booleanRule: settings.booleanRule)
            }
        case .default: defaultValue(for: key)
        case .static: Value(stringValue: "", source: .static, booleanRule: settings.booleanRule)
        }
    }

    /// As `configValue(for:)`.
    public subscript(key: String) -> Value { configValue(for: key) }

    /// What the value of a parameter decodes to; see `Value.decoded(as:)`.
    ///
    /// - Throws: `ValueDecodingError` with the key and the place in the value.
    public func decodedValue<Decoded: Decodable>(
        for key: String, as type: Decoded.Type = Decoded.self
    ) throws(ValueDecodingError) -> Decoded {
        let value = configValue(for: key)
        guard value.source != .static else { throw ValueDecodingError("there is no value", key: key) }
        do throws(ValueDecodingError) {
            return try value.decoded(as: type)
        } catch {
            throw ValueDecodingError(error.reason, at: error.codingPath, key: key)
        }
    }

    /// The parameters in use or with a default whose keys begin with `prefix`, in alphabetical order.
    public func keys(withPrefix prefix: String = "") -> [String] {
        let names = Set(allKeys(from: .remote)).union(allKeys(from: .default))
        return names.filter { $0.hasPrefix(prefix) }.sorted()
    }

    /// The parameters that one of the sources has a value for, in alphabetical order. The static one has none.
    public func allKeys(from source: Source) -> [String] {
        switch source {
        case .remote: active?.entries.keys.sorted() ?? []
        case .default: defaults.withLock(\.keys).sorted()
        case .static: []
        }
    }
}
