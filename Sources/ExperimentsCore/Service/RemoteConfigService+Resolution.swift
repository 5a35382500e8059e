import Foundation

extension RemoteConfigService {
    /// The value of a key: the override, else the source's value, else the default. Never waits and does no I/O.
    public func remoteValue<Value: RemoteValue>(for key: some RemoteKey) -> Value {
        if let value: Value = cache.value(named: key.name) { return value }
        return resolve(key, as: Value.self).value
    }

    /// What every key comes to, without calling any tracking method.
    public func report(for keys: [CatalogKey]) -> Report {
        let inputs = cache.inputs
        return Report(keys: keys, snapshot: inputs.snapshot, overrides: inputs.overrides, at: now())
    }

    func overrideValue<Value: RemoteValue>(for key: some RemoteKey) -> Value? {
        guard let text = cache.inputs.overrides.activeText(for: key.name, at: now()) else { return nil }
        return try? decode(text, of: key, as: Value.self)
    }

    func performPass(over keys: [any RemoteKey]) -> Report {
        var missing: [any RemoteKey] = []
        var incorrect: [(key: any RemoteKey, value: String)] = []
        for key in keys {
            switch verdict(on: key) {
            case .fine: break
            case .missing: missing.append(key)
            case .incorrect(let text): incorrect.append((key, text))
            }
        }
        if !missing.isEmpty { trackKeysNotFound(missing) }
        if !incorrect.isEmpty { trackIncorrectValues(incorrect) }
        return report(for: keys.map { CatalogKey($0) })
    }

    private func verdict(on key: some RemoteKey) -> CachedValue.Verdict {
        if let cached = cache.entry(named: key.name) { return cached.verdict }
        func resolved<Value: RemoteValue>(_ type: Value.Type) -> CachedValue.Verdict {
            resolve(key, as: type).verdict
        }
        return resolved(key.valueType)
    }

    private func resolve<Value: RemoteValue>(
        _ key: some RemoteKey, as _: Value.Type
    ) -> (value: Value, verdict: CachedValue.Verdict) {
        let inputs = cache.inputs
        let debug: Value? = debugValue(for: key)
        let resolution: Resolution<Value> =
            if let debug {
                .overridden(debug)
            } else {
                Resolution(
                    entry: inputs.snapshot.entries[key.name],
                    override: inputs.overrides.activeText(for: key.name, at: now())
                ) { (text) throws(IncorrectValue) in try decode(text, of: key, as: Value.self) }
            }
        let (value, verdict) = track(resolution, of: key)
        cache.store(.make(value, verdict), named: key.name, resolvedFrom: inputs.generation)
        return (value, verdict)
    }

    private func track<Value: RemoteValue>(
        _ resolution: Resolution<Value>, of key: some RemoteKey
    ) -> (Value, CachedValue.Verdict) {
        switch resolution {
        case .overridden(let value):
            return (value, .fine)
        case .remote(let value):
            if let trackable = value as? any ExperimentalGroupTrackable, trackable.shouldTrack {
                trackExperimentalGroup(for: trackable)
            }
            return (value, .fine)
        case .appDefault:
            return (.default, .fine)
        case .missing:
            trackKeyNotFound(key)
            return (.default, .missing)
        case .incorrect(let problem, _):
            trackIncorrectValue(for: key, value: problem.found)
            return (.default, .incorrect(text: problem.found))
        }
    }

    /// A catalogue's key decides by its own schema, a typed key by its value type.
    private func decode<Value: RemoteValue>(
        _ text: String, of key: some RemoteKey, as _: Value.Type
    ) throws(IncorrectValue) -> Value {
        if Value.self == CatalogValue.self { try key.check(text) }
        return try Value.decode(text)
    }
}
