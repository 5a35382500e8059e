import ExperimentsOperator

/// A request about the named personas.
public enum PersonaRequest: Sendable, Hashable {
    /// Read all personas.
    case list
    /// Keep one; in place of an older one of its name only where that is wanted.
    case save(NamedPersona, replaces: Bool)
    /// Delete the persona of this name.
    case delete(name: String)
}

/// The answer to a request about personas: the present ones, or the reason why nothing was done.
public struct PersonaAnswer: Sendable, Hashable {
    /// The personas that can be read.
    public var personas: [NamedPersona]
    /// Why something cannot be read, or was not done.
    public var problems: [String]
    /// Whether the request itself was carried out.
    public var isDone: Bool

    /// Creates an answer.
    public init(personas: [NamedPersona] = [], problems: [String] = [], isDone: Bool) {
        (self.personas, self.problems, self.isDone) = (personas, problems, isDone)
    }
}
