import ExperimentsCore

extension TemplateRemoteConfigKeeper {
    /// The names under which an installation's ID may be given. If there are several, one is used.
    private static let installationNames = [
        "app.firebaseInstallationId", "firebaseInstallationId", "randomizationId",
    ]

    /// Uses the targeting key as the installation, unless the fields have that.
    public func persona(targetingKey: String?, fields: [String: JSONValue]) -> SourcePersona {
        let fields = SourcePersona.byPath(fields)
        var persona = persona
        let id =
            Self.installationNames.lazy.compactMap { fields[$0] }.first ?? targetingKey.map(JSONValue.string)
            ?? Self.installationNames.lazy.compactMap { persona.fields[$0] }.first
        persona.fields.merge(fields) { $1 }
        for name in Self.installationNames { persona.fields[name] = nil }
        persona.fields[Self.installationNames[0]] = id
        return persona
    }

    /// Returns the values for a user, and how conditions decided on them; nil before the first fetch.
    public func decided(for persona: SourcePersona) -> DecidedSnapshot? {
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
