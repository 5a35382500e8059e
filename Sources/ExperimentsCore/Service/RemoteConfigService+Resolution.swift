import Foundation

extension RemoteConfigService {
    /// The value of a key: the override, else the source's value, else the default. Never waits and does no I/O.
    ///
    /// The first read after a change of the source or of the overrides resolves the key and calls the tracking methods,
    /// unless what they hold under its name is the same as before.
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

    private func resolve<Value: RemoteValue>(_ key: some RemoteKey, as type: Value.Type) -> TypedCachedValue<Value> {
        // Read as another type than its own, a key is neither kept nor tracked: what counts is what its own type makes
        // of the text.
        guard key.valueType == type else { return resolve(key, as: type, from: cache.inputs).value }
        for _ in 0..<3 {
            let inputs = cache.inputs
            let (new, resolution) = resolve(key, as: type, from: inputs)
            switch cache.store(new, named: key.name, resolvedFrom: inputs.generation) {
            case .outdated: continue
            case .alreadyThere: return new
            case .stored(let old):
                if !isKnown(new, after: old) { track(resolution, of: key) }
                return new
            }
        }
        // The inputs change all the time; what is handed out need not be newer than the call.
        let (new, resolution) = resolve(key, as: type, from: cache.inputs)
        track(resolution, of: key)
        return new
    }

    /// Whether a value was tracked when it was resolved before: from the same texts, and not answered by a subclass's
    /// own `debugValue(for:)`, which may answer anything each time.
    private func isKnown(_ new: CachedValue, after last: CachedValue?) -> Bool {
        guard let last, last.origin == new.origin, last.isDebugValue == new.isDebugValue else { return false }
        return !new.isDebugValue || new.origin.overrideText != nil
    }

    private func resolve<Value: RemoteValue>(
        _ key: some RemoteKey, as _: Value.Type, from inputs: ValueCache.Inputs
    ) -> (value: TypedCachedValue<Value>, resolution: Resolution<Value>) {
        let entry = inputs.snapshot.entries[key.name]
        let override = inputs.overrides.activeText(for: key.name, at: now())
        let origin = CachedValue.Origin(entry, override: override)
        if let debug: Value = debugValue(for: key) {
            return (TypedCachedValue(debug, .fine, from: origin, isDebugValue: true), .overridden(debug))
        }
        var resolution = Resolution<Value>(entry: entry, override: override) { (text) throws(IncorrectValue) in
            try decode(text, of: key, as: Value.self)
        }
        if case .overridden = resolution {
            // A subclass declined a good override.
            resolution = Resolution(entry: entry, override: nil) { (text) throws(IncorrectValue) in
                try decode(text, of: key, as: Value.self)
            }
        }
        let (value, verdict): (Value, CachedValue.Verdict) =
            switch resolution {
            case .overridden(let value), .remote(let value): (value, .fine)
            case .appDefault: (defaultValue(of: key), .fine)
            case .missing: (defaultValue(of: key), .missing)
            case .incorrect(let problem, _): (defaultValue(of: key), .incorrect(text: problem.found))
            }
        return (TypedCachedValue(value, verdict, from: origin, isDebugValue: false), resolution)
    }

    private func track<Value: RemoteValue>(_ resolution: Resolution<Value>, of key: some RemoteKey) {
        switch resolution {
        case .overridden(let value), .remote(let value):
            guard let trackable = value as? any ExperimentalGroupTrackable, trackable.shouldTrack else { return }
            trackExperimentalGroup(for: trackable)
        case .appDefault: break
        case .missing: trackKeyNotFound(key)
        case .incorrect(let problem, _): trackIncorrectValue(for: key, value: problem.found)
        }
    }

    /// A catalogue's key decides by its own schema, a typed key by its value type.
    private func decode<Value: RemoteValue>(
        _ text: String, of key: some RemoteKey, as _: Value.Type
    ) throws(IncorrectValue) -> Value {
        if Value.self == CatalogValue.self { try key.check(text) }
        return try Value.decode(text)
    }

    /// A catalogue's key has a default of its own, a typed key that of its value type.
    private func defaultValue<Value: RemoteValue>(of key: some RemoteKey) -> Value {
        if Value.self == CatalogValue.self, let text = key.schema.defaultText, let value = CatalogValue(text) as? Value
        {
            return value
        }
        return .default
    }
}
