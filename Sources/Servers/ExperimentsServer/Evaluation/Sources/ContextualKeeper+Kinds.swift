import ExperimentsCore
import FirebaseTemplates
import OpenFeatureRemote
import Variants

extension VariantsRemoteConfigKeeper: ContextualKeeper {
    /// Uses the targeting key as the user, unless the context has the user's field.
    ///
    /// The key is always a text, but `USER_ID_MOD` needs a number. So a text that is a whole number is converted, which
    /// makes no difference to other conditions.
    package func persona(targetingKey: String?, fields: [String: JSONValue]) -> SourcePersona {
        var persona = persona
        persona.fields.merge(fields) { $1 }
        if let key = targetingKey, fields[registry.userKey] == nil {
            let isNumber = Int64(key).map { String($0) == key } ?? false
            persona.fields[registry.userKey] = isNumber ? .number(key) : .string(key)
        }
        return persona
    }

    package func decided(for persona: SourcePersona) -> DecidedSnapshot? {
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

extension TemplateRemoteConfigKeeper: ContextualKeeper {
    /// The names under which an installation's ID may be given. If there are several, one is used.
    private static let installationNames = [
        "app.firebaseInstallationId", "firebaseInstallationId", "randomizationId",
    ]

    /// Uses the targeting key as the installation, unless the context has that field.
    package func persona(targetingKey: String?, fields: [String: JSONValue]) -> SourcePersona {
        var persona = persona
        let id =
            Self.installationNames.lazy.compactMap { fields[$0] }.first ?? targetingKey.map(JSONValue.string)
            ?? Self.installationNames.lazy.compactMap { persona.fields[$0] }.first
        persona.fields.merge(fields) { $1 }
        for name in Self.installationNames { persona.fields[name] = nil }
        persona.fields[Self.installationNames[0]] = id
        return persona
    }

    package func decided(for persona: SourcePersona) -> DecidedSnapshot? {
        guard let snapshot = snapshot(for: persona), let grounds = grounds(for: persona) else { return nil }
        let decisions = grounds.mapValues { grounds in
            ContextDecision(
                isConditional: grounds.isConditional, isDecided: grounds.isDecided,
                isPercentage: grounds.isPercentage,
                missing: grounds.lacksInstallationID ? Self.installationNames[0] : nil)
        }
        return DecidedSnapshot(snapshot, decisions: decisions)
    }
}

extension OpenFeatureRemoteConfigKeeper: ContextualKeeper {
    /// Returns the configured context for every request, because the other server evaluates for it.
    package func persona(targetingKey: String?, fields: [String: JSONValue]) -> SourcePersona { persona }

    package func decided(for persona: SourcePersona) -> DecidedSnapshot? {
        let snapshot = snapshot
        guard snapshot.fetchedAt != nil else { return nil }
        let decisions = snapshot.entries.mapValues { entry in
            let supplier = entry.supplier.map { FlagSupplier($0) }
            // Some servers have words of their own, on which providers fail.
            let reason = supplier?.reason.flatMap { EvaluationReason(rawValue: $0) } ?? .unknown
            return ContextDecision.elsewhere(reason, variant: supplier?.variant)
        }
        return DecidedSnapshot(snapshot, decisions: decisions)
    }
}
