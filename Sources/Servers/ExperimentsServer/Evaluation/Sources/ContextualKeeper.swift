import ExperimentsCore

/// A keeper that evaluates conditions itself, and so can say what it gives to whom, and how it came to that.
package protocol ContextualKeeper: PersonaKeeper {
    /// Who asks with such a context, over whom the keeper is configured for.
    ///
    /// - Parameters:
    ///   - targetingKey: who is asked for; nil where the request does not say.
    ///   - fields: what else is known, by name; what lies in objects by its path, too.
    func persona(targetingKey: String?, fields: [String: JSONValue]) -> SourcePersona

    /// What a persona gets; nil before the first fetch.
    func decided(for persona: SourcePersona) -> DecidedSnapshot?
}

/// The values of a source for somebody, and how it came to them.
package struct DecidedSnapshot: Sendable {
    /// The values.
    package let snapshot: Snapshot
    /// How it came to each, by name; what is left out is so for everybody.
    package let decisions: [String: ContextDecision]

    package init(_ snapshot: Snapshot, decisions: [String: ContextDecision]) {
        (self.snapshot, self.decisions) = (snapshot, decisions)
    }
}
