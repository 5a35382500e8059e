import ExperimentsLocks
import Foundation

extension RemoteConfigService {
    /// Returns the value of a key: the override if there is one, otherwise the value of the source, otherwise the
    /// default. Reading never waits and does no I/O.
    ///
    /// The first read resolves the key and calls the tracking methods. After a change to the source or the
    /// overrides, the next read does so again, if the change affects this key.
    public func remoteValue<Value: RemoteValue>(for key: some RemoteKey) -> Value {
        cache.value(of: key.name) { resolve(key, as: Value.self).value }
    }

    /// Returns a report on the keys, without calling any tracking method.
    public func report(for keys: [CatalogKey]) -> Report {
        let inputs = cache.inputs
        return Report(
            keys: inputs.defaults.isEmpty ? keys : keys.map { $0.withDefault(of: inputs) },
            snapshot: inputs.snapshot,
            overrides: inputs.overrides, booleanPolicy: booleanPolicy, at: now(),
            fetchedAt: inputs.fetchedAt)
    }

    /// Returns the row that a report has for a key, without calling any tracking method or looking at other names.
    public func row(for key: CatalogKey) -> ReportRow {
        let inputs = cache.inputs
        let entry = inputs.snapshot.entries[key.name]
        var absence = SourceAbsence(in: inputs.snapshot)
        return ReportRow(
            inputs.defaults.isEmpty ? key : key.withDefault(of: inputs), entry: entry,
            sourceProblem: entry == nil ? absence.reason(for: key.name) : nil,
            wasFetched: inputs.snapshot.fetchedAt != nil,
            override: inputs.activeOverrideText(for: key.name, at: now()),
            booleanPolicy)
    }

    func overrideValue<Value: RemoteValue>(for key: some RemoteKey) -> Value? {
        guard let text = cache.inputs.activeOverrideText(for: key.name, at: now()) else { return nil }
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
        var report = self.report(for: projections(of: keys))
        for (index, key) in keys.enumerated() where report.rows[index].usesDefault {
            if let text = ownText(of: key) { report.note(ownText: text, at: index) }
        }
        return report
    }

    /// Returns the text of a value that this class or a subclass supplies, which replaces that of the source; nil for other
    /// keys.
    private func ownText(of key: some RemoteKey) -> String? {
        guard let cached = cache.entry(named: key.name), cached.type == key.valueType,
            cached.supplier != .inputs
        else {
            return nil
        }
        func text<Value: RemoteValue>(_: Value.Type) -> String { (remoteValue(for: key) as Value).remoteText }
        return text(key.valueType)
    }

    /// Returns the keys in the form that reports use. Most calls are for the same keys as the call before, so the
    /// schemas are reused.
    private func projections(of keys: [any RemoteKey]) -> [CatalogKey] {
        let last = listedProjections.withLock { $0 }
        let projections = keys.enumerated().map { index, key in
            index < last.count && last[index].isProjection(of: key) ? last[index] : CatalogKey(key)
        }
        listedProjections.withLock { $0 = projections }
        return projections
    }

    private func verdict(on key: some RemoteKey) -> CachedValue.Verdict {
        if let cached = cache.entry(named: key.name), cached.type == key.valueType { return cached.verdict }
        func resolved<Value: RemoteValue>(_ type: Value.Type) -> CachedValue.Verdict {
            resolve(key, as: type).cached.verdict
        }
        return resolved(key.valueType)
    }

    private func resolve<Value: RemoteValue>(_ key: some RemoteKey, as type: Value.Type) -> Resolved<Value> {
        // A key that is read as another type than the declared one is neither cached nor tracked. The value of its own
        // type decides.
        guard key.valueType == type else {
            reportMismatch(of: key, with: type)
            return resolve(key, as: type, from: cache.inputs)
        }
        for _ in 0..<3 {
            let inputs = cache.inputs
            let new = resolve(key, as: type, from: inputs)
            switch cache.store(new.cached, named: key.name, resolvedFrom: inputs.generation) {
            case .outdated: continue
            case .alreadyThere(let other):
                if other.type != type { reportSecondType(new.cached, beside: other, of: key) }
                return new
            case .stored(let old):
                if let problem = (key as? any SelfReadingKey)?.declarationProblem { report(problem) }
                if !isKnown(new.cached, after: old) { track(new, of: key, in: inputs) }
                return new
            }
        }
        // The inputs change all the time. The returned value only needs to be as new as the call.
        let inputs = cache.inputs
        let new = resolve(key, as: type, from: inputs)
        track(new, of: key, in: inputs)
        return new
    }

    /// Resolves a key again without tracking, if it was resolved before. Returns false if it was not.
    func resolveAgain<Value: RemoteValue>(_ key: some RemoteKey, as type: Value.Type) -> Bool {
        guard key.valueType == type else {
            reportMismatch(of: key, with: type)
            return false
        }
        guard cache.latestEntry(named: key.name) != nil else { return false }
        let inputs = cache.inputs
        cache.overwrite(
            resolve(key, as: type, from: inputs).cached, named: key.name, resolvedFrom: inputs.generation)
        return true
    }

    private func reportMismatch<Value: RemoteValue>(of key: some RemoteKey, with _: Value.Type) {
        // The text of any key can be requested, so this is not a mismatch.
        guard Value.self != CatalogValue.self else { return }
        let mismatch = ValueTypeMismatch(
            key: key.name, declared: key.valueType.declaredName, asked: Value.declaredName)
        guard mismatches.withLock({ $0.insert(mismatch).inserted }) else { return }
        trackTypeMismatch(mismatch)
        tell(.misread(mismatch))
    }

    private func reportSecondType(_ second: CachedValue, beside first: CachedValue, of key: some RemoteKey) {
        // A catalog may list a key that the app also declares.
        guard first.type != CatalogValue.self, second.type != CatalogValue.self else { return }
        let names = [first.type.declaredName, second.type.declaredName].sorted()
        report(.twoTypes(key: key.name, first: names[0], second: names[1]))
    }

    private func report(_ problem: DeclarationProblem) {
        guard declarationProblems.withLock({ $0.insert(problem).inserted }) else { return }
        trackDeclarationProblem(problem)
        tell(.misdeclared(problem))
    }

    /// Returns whether a value was already tracked when it was resolved before: it came from the same strings, and not
    /// from a subclass, which may return a different value each time.
    private func isKnown(_ new: CachedValue, after last: CachedValue?) -> Bool {
        guard let last, last.origin == new.origin, last.supplier == new.supplier else { return false }
        return switch new.supplier {
        case .inputs: true
        case .debug: new.origin.overrideText != nil
        case .custom: false
        }
    }

    private func resolve<Value: RemoteValue>(
        _ key: some RemoteKey, as _: Value.Type, from inputs: ValueCache.Inputs
    ) -> Resolved<Value> {
        let entry = inputs.snapshot.entries[key.name]
        let override = inputs.activeOverrideText(for: key.name, at: now())
        let origin = CachedValue.Origin(entry, override: override, user: inputs.user)
        let debug: Value? = debugValue(for: key)
        if let custom: Value = customValue(for: key) {
            return Resolved(
                value: custom, cached: CachedValue(custom, .fine, from: origin, supplier: .custom),
                resolution: .remote(custom))
        }
        if let debug {
            return Resolved(
                value: debug, cached: CachedValue(debug, .fine, from: origin, supplier: .debug),
                resolution: .overridden(debug))
        }
        var resolution = Resolution<Value>(entry: entry, override: override) {
            (text) throws(IncorrectValue) in
            try decode(text, of: key, as: Value.self)
        }
        if case .overridden = resolution {
            // A subclass did not use a valid override.
            resolution = Resolution(entry: entry, override: nil) { (text) throws(IncorrectValue) in
                try decode(text, of: key, as: Value.self)
            }
        }
        let (value, verdict): (Value, CachedValue.Verdict) =
            switch resolution {
            case .overridden(let value), .remote(let value): (value, .fine)
            case .appDefault: (defaultValue(of: key, in: inputs), .fine)
            case .missing, .unknown: (defaultValue(of: key, in: inputs), .missing)
            case .incorrect(let problem, _):
                (defaultValue(of: key, in: inputs), .incorrect(text: problem.found))
            }
        return Resolved(
            value: value, cached: CachedValue(value, verdict, from: origin, supplier: .inputs),
            resolution: resolution)
    }

    private func track<Value: RemoteValue>(
        _ resolved: Resolved<Value>, of key: some RemoteKey, in inputs: ValueCache.Inputs
    ) {
        switch resolved.resolution {
        case .overridden(let group): trackExposure(to: group, of: key, .override, in: inputs)
        case .remote(let group):
            trackExposure(
                to: group, of: key, resolved.cached.supplier == .custom ? .custom : .source, in: inputs)
        case .appDefault: break
        case .missing, .unknown:
            trackKeyNotFound(key)
            tell(.missing(key))
        case .incorrect(let problem, let supplier):
            trackIncorrectValue(for: key, value: problem.found)
            tell(.incorrect(key, problem, by: supplier))
        }
    }

    private func trackExposure<Value: RemoteValue>(
        to value: Value, of key: some RemoteKey, _ origin: Exposure.Origin, in inputs: ValueCache.Inputs
    ) {
        guard let trackable = value as? any ExperimentalGroupTrackable, trackable.shouldTrack,
            origin != .override || exposurePolicy == .withOverrides
        else { return }
        let exposure = Exposure(
            key: key.name, experimentalGroupKey: trackable.experimentalGroupKey,
            experimentalGroupValue: trackable.experimentalGroupValue, origin: origin,
            generation: inputs.snapshotGeneration, unit: inputs.unit, at: now())
        guard exposures.isFirst(exposure) else { return }
        trackExposure(exposure, of: trackable)
        tracker?.track(exposure)
        tell(.exposure(exposure))
    }

    /// Creates a value. A key of a catalog uses its schema, some keys read strings themselves, and all others leave it
    /// to their value type.
    private func decode<Value: RemoteValue>(
        _ text: String, of key: some RemoteKey, as _: Value.Type
    ) throws(IncorrectValue) -> Value {
        if Value.self == CatalogValue.self { try CatalogKey(key).check(text, booleanPolicy) }
        if let reader = key as? any SelfReadingKey {
            let isFalse = reader.schema.kind == .bool && booleanPolicy.takesAsFalse(text)
            if let value = try reader.readValue(isFalse ? "false" : text) as? Value { return value }
        }
        if booleanPolicy.takesAsFalse(text), let value: Value = falseIfBoolean() { return value }
        return try Value.decode(text)
    }

    /// Returns false as a value, if the value type is created from a boolean.
    private func falseIfBoolean<Value: RemoteValue>() -> Value? {
        guard let type = Value.self as? any BoolInitializableRemoteValue.Type,
            !(Value.self is any StringInitializableRemoteValue.Type)
        else { return nil }
        return type.init(booleanLiteral: false) as? Value
    }

    /// Returns the default: that of the document with defaults, if it has one that is valid, otherwise that of the key.
    private func defaultValue<Value: RemoteValue>(of key: some RemoteKey, in inputs: ValueCache.Inputs)
        -> Value
    {
        guard let text = inputs.defaults[key.name] else { return defaultValue(of: key) }
        do throws(IncorrectValue) {
            return try decode(text, of: key, as: Value.self)
        } catch {
            report(.refusedDefault(key: key.name, error))
            return defaultValue(of: key)
        }
    }

    /// Returns the default: that of the key, if it is from a catalog or reads strings itself, otherwise that of its
    /// value type.
    private func defaultValue<Value: RemoteValue>(of key: some RemoteKey) -> Value {
        if Value.self == CatalogValue.self, let text = key.schema.defaultText,
            let value = CatalogValue(text) as? Value
        {
            return value
        }
        if let value = (key as? any SelfReadingKey)?.ownDefault as? Value { return value }
        return .default
    }
}

extension CatalogKey {
    /// The same key with the default of a document, if it has one that is valid.
    fileprivate func withDefault(of inputs: ValueCache.Inputs) -> CatalogKey {
        guard let text = inputs.defaults[name], (try? check(text)) != nil else { return self }
        return withDefault(text)
    }
}

/// A value with how it was resolved.
private struct Resolved<Value: RemoteValue> {
    let value: Value
    let cached: CachedValue
    let resolution: Resolution<Value>
}
