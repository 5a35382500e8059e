/// A keeper whose values depend on the user, and that can return the values for another user.
///
/// The dashboard (`i`) and `--as NAME=VALUE` use it. **To implement it**, store the persona, and when it is set, either
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
    /// The user that the keeper returns values for.
    var persona: SourcePersona { get }

    /// The names of the fields that the source's conditions use, for suggestions.
    var personaFieldNames: [String] { get }

    /// Switches to the values of another user. A keeper that evaluates conditions itself has a new snapshot when this
    /// returns; one that has to ask a server sends `.sourceChanged`.
    func setPersona(_ persona: SourcePersona)

    /// Returns the values of another user, without changing those of the keeper.
    ///
    /// - Returns: nil if nothing has been fetched yet, or if only a server knows. The default implementation returns
    ///   nil.
    func snapshot(for persona: SourcePersona) -> Snapshot?

    /// Returns the user described by the context of an OpenFeature request, based on ``persona``.
    ///
    /// The default implementation adds the fields, and the targeting key under its own name.
    ///
    /// - Parameters:
    ///   - targetingKey: identifies the user; nil if the request has none.
    ///   - fields: the other members of the context.
    func persona(targetingKey: String?, fields: [String: JSONValue]) -> SourcePersona

    /// Returns the values of a user, and how the source decided on them, without a request.
    ///
    /// - Returns: nil if nothing has been fetched yet, or if only a server knows. The default implementation has the
    ///   values of ``snapshot(for:)``, with unknown reasons.
    func decided(for persona: SourcePersona) -> DecidedSnapshot?

    /// Asks the source's server for the values of a user, without changing those of the keeper.
    ///
    /// - Returns: nil if there is no server to ask. The default implementation returns nil.
    /// - Throws: `FetchFailure`.
    func askedDecision(for persona: SourcePersona) async throws -> DecidedSnapshot?
}

extension PersonaKeeper {
    /// Returns nil: only a server knows.
    public func snapshot(for persona: SourcePersona) -> Snapshot? { nil }

    /// Adds the fields, and the targeting key under its own name.
    public func persona(targetingKey: String?, fields: [String: JSONValue]) -> SourcePersona {
        persona.adding(fields, identifiedBy: SourcePersona.targetingKeyName, as: targetingKey)
    }

    /// Returns the values of ``snapshot(for:)``, with unknown reasons.
    public func decided(for persona: SourcePersona) -> DecidedSnapshot? {
        snapshot(for: persona).map { snapshot in
            let unknown = ContextDecision.elsewhere(.unknown, variant: nil)
            return DecidedSnapshot(snapshot, decisions: snapshot.entries.mapValues { _ in unknown })
        }
    }

    /// Returns nil: there is no server to ask.
    public func askedDecision(for persona: SourcePersona) async throws -> DecidedSnapshot? { nil }
}

/// A user as a source's conditions see one: fields with a name and a value.
public struct SourcePersona: Sendable, Hashable {
    /// The fields, by name.
    public var fields: [String: JSONValue]

    /// Creates a persona.
    public init(fields: [String: JSONValue] = [:]) {
        self.fields = fields
    }

    /// The member of an OpenFeature context that identifies the user.
    package static let targetingKeyName = "targetingKey"

    /// Returns a persona with more fields, which replace those of the same name.
    ///
    /// - Parameters:
    ///   - name: the field that gets the targeting key, unless `fields` has it.
    package func adding(
        _ fields: [String: JSONValue], identifiedBy name: String, as targetingKey: String?
    ) -> SourcePersona {
        var persona = self
        if let targetingKey { persona.fields[name] = .string(targetingKey) }
        persona.fields.merge(fields) { $1 }
        return persona
    }

    /// The longest path. Conditions do not use longer ones, and paths of paths would fill the memory.
    private static let pathLimit = 200

    /// Returns the fields with those within objects, which get their path as a name: `device.country`.
    package static func byPath(_ fields: [String: JSONValue]) -> [String: JSONValue] {
        var result: [String: JSONValue] = [:]
        func add(_ value: JSONValue, at path: String) {
            result[path] = value
            for member in value.object?.members ?? []
            where path.utf8.count + member.name.utf8.count < pathLimit {
                add(member.value, at: path + "." + member.name)
            }
        }
        for (name, value) in fields { add(value, at: name) }
        return result.merging(fields) { $1 }
    }
}

/// The values of a source for a user, and how it decided on them.
public struct DecidedSnapshot: Sendable {
    /// The values.
    public let snapshot: Snapshot
    /// The decision on each value, by name. Values that are the same for all users are left out.
    public let decisions: ExactDictionary<ContextDecision>

    /// Creates a snapshot with decisions.
    public init(_ snapshot: Snapshot, decisions: [String: ContextDecision]) {
        self.init(snapshot, decisions: ExactDictionary(decisions))
    }

    /// Creates a snapshot with decisions, of which two may have names that only look the same.
    public init(_ snapshot: Snapshot, decisions: ExactDictionary<ContextDecision>) {
        self.snapshot = snapshot
        self.decisions = decisions
    }
}

/// How a source that uses the user's attributes decided on a value.
public enum ContextDecision: Sendable, Hashable {
    /// The value is the same for all users.
    case everybody
    /// The user meets a condition.
    case condition
    /// A percentage or chance.
    case percentage
    /// There are conditions, but the user meets none.
    case otherwise
    /// A percentage uses this field of the user, which is missing.
    case unassigned(by: String)
    /// Another server decided, with its reason and the name of the value.
    case elsewhere(EvaluationReason, variant: String?)

    /// - Parameters:
    ///   - isConditional: whether some users get another value than others.
    ///   - isDecided: whether a condition decided.
    ///   - isPercentage: whether that condition is a percentage or chance.
    ///   - missing: the field of the user that a percentage uses, if it is missing and matters.
    package init(isConditional: Bool, isDecided: Bool, isPercentage: Bool, missing: String? = nil) {
        if let missing {
            self = .unassigned(by: missing)
        } else if !isConditional {
            self = .everybody
        } else if isDecided {
            self = isPercentage ? .percentage : .condition
        } else {
            self = .otherwise
        }
    }
}

/// The reason for a value, in the words of OpenFeature.
public enum EvaluationReason: String, Sendable, Hashable, CaseIterable {
    /// The value is the same for all users.
    case `static` = "STATIC"
    /// The user meets a condition.
    case targetingMatch = "TARGETING_MATCH"
    /// A percentage or chance.
    case split = "SPLIT"
    /// No condition was met, or none could be evaluated.
    case `default` = "DEFAULT"
    /// The flag is turned off.
    case disabled = "DISABLED"
    /// The value comes from a cache.
    case cached = "CACHED"
    /// The value may be outdated.
    case stale = "STALE"
    /// Something failed.
    case error = "ERROR"
    /// The reason is not known.
    case unknown = "UNKNOWN"
}
