/// A keeper whose values depend on the user, and which can give the values of another user.
///
/// The dashboard (`i`) and `--as NAME=VALUE` use it. **To implement it**, keep the persona, and when it is set, either
/// evaluate the content again and send `.snapshot`, or send `.sourceChanged`, so that the service fetches:
///
/// ```swift
/// func setPersona(_ persona: SourcePersona) {
///     let new = state.withLock { state in
///         state.persona = persona
///         state.snapshot = state.document.snapshot(for: persona)
///         return state.snapshot
///     }
///     notifyObservers(.snapshot(new))
/// }
/// ```
public protocol PersonaKeeper: RemoteConfigKeeper {
    /// The user for whom the keeper gives values now.
    var persona: SourcePersona { get }

    /// The names of the fields that the source's conditions look at, for suggestions.
    var personaFieldNames: [String] { get }

    /// Gives the values of another user from now on. A keeper that evaluates conditions itself has a new snapshot when
    /// this returns; one that has to ask a server sends `.sourceChanged`.
    func setPersona(_ persona: SourcePersona)

    /// Returns the values of another user, while the keeper goes on giving those of its own.
    ///
    /// - Returns: nil if nothing has been fetched yet, or if only a server can tell. The default implementation
    ///   returns nil.
    func snapshot(for persona: SourcePersona) -> Snapshot?
}

extension PersonaKeeper {
    /// Returns nil: only a server can tell.
    public func snapshot(for persona: SourcePersona) -> Snapshot? { nil }
}

/// A user as a source's conditions see one: fields with a name and a value.
public struct SourcePersona: Sendable, Hashable {
    /// The fields, by name.
    public var fields: [String: JSONValue]

    /// Creates a persona.
    public init(fields: [String: JSONValue] = [:]) {
        self.fields = fields
    }
}
