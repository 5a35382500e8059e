/// A keeper whose values depend on who asks, and which can be asked as somebody else.
public protocol PersonaKeeper: RemoteConfigKeeper {
    /// As whom the source is asked.
    var persona: SourcePersona { get }

    /// The names that the source's conditions look at, for suggestions.
    var personaFieldNames: [String] { get }

    /// Asks as somebody else from now on. A source that decides by itself has a new snapshot when this returns; one that
    /// has to ask announces `.sourceChanged`.
    func setPersona(_ persona: SourcePersona)
}

/// A made-up user: what a source's conditions look at, by name.
public struct SourcePersona: Sendable, Hashable {
    /// What is known about the user.
    public var fields: [String: JSONValue]

    /// A persona.
    public init(fields: [String: JSONValue] = [:]) {
        self.fields = fields
    }
}
