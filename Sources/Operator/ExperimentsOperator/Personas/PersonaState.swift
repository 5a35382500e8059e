import ExperimentsCore

/// The user for whom a source gives values.
public struct PersonaState: Sendable {
    /// The user that is configured for the source.
    public package(set) var configured: SourcePersona
    /// The user for whom the source gives values now.
    public package(set) var current: SourcePersona
    /// The names that the source's conditions look at, as far as they are known.
    public package(set) var fieldNames: [String] = []

    /// Creates the state from a source; nil if the source gives all users the same values.
    ///
    /// - Parameters:
    ///   - keeper: the keeper of the source.
    ///   - configured: the configured user; nil for the user for whom the source gives values now.
    public init?(_ keeper: any RemoteConfigKeeper, configured: SourcePersona? = nil) {
        guard let keeper = keeper as? any PersonaKeeper else { return nil }
        current = keeper.persona
        self.configured = configured ?? current
    }

    /// The user in a few words, if it is not the configured one: `as user_id=7 country=NO`.
    public var words: String? {
        guard current != configured else { return nil }
        let fields = current.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.fieldText)" }
        return fields.isEmpty ? "as nobody" : "as " + fields.joined(separator: " ")
    }
}

extension JSONValue {
    /// The reason why a typed text is not a value.
    public struct FieldProblem: Error, Sendable, Hashable, OperatorError {
        /// The reason, for people.
        public let reason: String

        package var message: String { reason }
    }

    /// Returns the value that a person means by a typed text: JSON if the text is a number, `true`, `false` or `null`,
    /// or begins like a string in quotes, an array or an object; otherwise the text itself. Returns nil for a text that
    /// is empty or blank.
    ///
    /// - Throws: `FieldProblem` if the text begins like JSON but is not valid JSON.
    public static func typed(_ text: String) throws(FieldProblem) -> JSONValue? {
        guard let first = text.first(where: { !$0.isWhitespace }) else { return nil }
        do throws(JSONProblem) {
            return try JSONValue(parsing: text)
        } catch {
            guard "{[\"".contains(first) else { return .string(text) }
            throw FieldProblem(reason: "not JSON: \(error)")
        }
    }

    /// The text that has to be typed for this value.
    package var fieldText: String {
        guard case .string(let text) = self, (try? Self.typed(text)) == self else { return compactText }
        return text
    }
}
