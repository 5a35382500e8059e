import ExperimentsCore

/// A keeper that evaluates conditions itself, so that it can return the values for any user, and how it decided on
/// them.
package protocol ContextualKeeper: PersonaKeeper {
    /// Returns the persona for a context, based on the one for which the keeper is configured.
    ///
    /// - Parameters:
    ///   - targetingKey: who is asked for; nil if the request does not say.
    ///   - fields: what else is known, by name; what lies in objects by its path, too.
    func persona(targetingKey: String?, fields: [String: JSONValue]) -> SourcePersona

    /// Returns the values of a persona; nil before the first fetch.
    func decided(for persona: SourcePersona) -> DecidedSnapshot?
}

/// The values of a source for a user, and how it decided on them.
package struct DecidedSnapshot: Sendable {
    /// The values.
    package let snapshot: Snapshot
    /// The decision for each value, by name. Values that are the same for all users are left out.
    package let decisions: [String: ContextDecision]

    package init(_ snapshot: Snapshot, decisions: [String: ContextDecision]) {
        (self.snapshot, self.decisions) = (snapshot, decisions)
    }
}
