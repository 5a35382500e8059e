import ExperimentsCore

extension VariantsRemoteConfigKeeper {
    /// Uses the targeting key as the user, unless the fields have the user's own.
    ///
    /// The key is always a text, but `USER_ID_MOD` needs a number. So a text that is a whole number is converted, which
    /// makes no difference to other conditions.
    public func persona(targetingKey: String?, fields: [String: JSONValue]) -> SourcePersona {
        let fields = SourcePersona.byPath(fields)
        var persona = persona.adding(fields, identifiedBy: registry.userKey, as: targetingKey)
        if let key = targetingKey, fields[registry.userKey] == nil, Int64(key).map({ String($0) == key }) ?? false {
            persona.fields[registry.userKey] = .number(key)
        }
        return persona
    }

    /// Returns the flags for a user, and how conditions decided on them; nil before the first fetch.
    public func decided(for persona: SourcePersona) -> DecidedSnapshot? {
        guard let snapshot = snapshot(for: persona) else { return nil }
        let decisions = grounds(for: persona).map { grounds in
            let decision = ContextDecision(
                isConditional: grounds.isConditional, isDecided: grounds.reading.variant != nil,
                isPercentage: grounds.isPercentage, missing: grounds.missingKey)
            return (grounds.reading.flag, decision)
        }
        return DecidedSnapshot(snapshot, decisions: Dictionary(decisions) { first, _ in first })
    }
}
