import ExperimentsLocks

extension RemoteConfig {
    /// Returns the value of a parameter: the service's, otherwise the app's default, otherwise a library's, otherwise
    /// an empty one. It needs no I/O.
    public func configValue(for key: String) -> Value {
        configValue(for: key, source: .remote) ?? defaultValue(for: key)
            ?? Value(stringValue: "", source: .static, booleanRule: settings.booleanRule)
    }

    /// Returns the value that one source has for a parameter; nil if it has none. The value of `static` is always
    /// empty.
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

    /// The value of a parameter, as from `configValue(for:)`.
    public subscript(key: String) -> Value { configValue(for: key) }

    /// Decodes the value of a parameter; see `Value.decoded(as:)`.
    ///
    /// - Throws: `ValueDecodingError` with the key and the place in the value.
    public func decodedValue<Decoded: Decodable>(
        for key: String, as type: Decoded.Type = Decoded.self
    ) throws(ValueDecodingError) -> Decoded {
        let value = configValue(for: key)
        guard value.source != .static else { throw ValueDecodingError("no value", key: key) }
        do throws(ValueDecodingError) {
            return try value.decoded(as: type)
        } catch {
            throw ValueDecodingError(error.reason, at: error.codingPath, key: key)
        }
    }

    /// Returns the parameters with a value or a default whose keys begin with `prefix`, in alphabetical order.
    public func keys(withPrefix prefix: String = "") -> [String] {
        let names = Set(allKeys(from: .remote)).union(allKeys(from: .default))
        return names.filter { $0.hasPrefix(prefix) }.sorted()
    }

    /// Returns the parameters for which one source has a value, in alphabetical order; none for `static`.
    public func allKeys(from source: Source) -> [String] {
        switch source {
        case .remote: active?.entries.keys.sorted() ?? []
        case .default: defaults.withLock(\.keys).sorted()
        case .static: []
        }
    }
}
