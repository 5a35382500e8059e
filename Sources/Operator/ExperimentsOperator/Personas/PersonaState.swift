import ExperimentsCore

/// As whom the source is asked.
public struct PersonaState: Sendable {
    /// As whom it was asked when it was opened first.
    public package(set) var configured: SourcePersona
    /// As whom it is asked now.
    public package(set) var current: SourcePersona
    /// The names that the source's conditions look at, as far as they are known.
    public package(set) var fieldNames: [String] = []

    /// The persona of a source; nil where it answers everybody alike.
    ///
    /// - Parameters:
    ///   - keeper: where the values come from.
    ///   - configured: as whom it is asked where nobody says otherwise; nil for as whom it is asked now.
    public init?(_ keeper: any RemoteConfigKeeper, configured: SourcePersona? = nil) {
        guard let keeper = keeper as? any PersonaKeeper else { return nil }
        current = keeper.persona
        self.configured = configured ?? current
    }

    /// Who it is, in a few words, where it is not who was configured: `as user_id=7 country=NO`.
    public var words: String? {
        guard current != configured else { return nil }
        let fields = current.fields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.fieldText)" }
        return fields.isEmpty ? "as nobody" : "as " + fields.joined(separator: " ")
    }
}

extension JSONValue {
    /// Why a typed text is no value.
    public struct FieldProblem: Error, Sendable, Hashable, OperatorError {
        /// In words.
        public let reason: String

        package var message: String { reason }
    }

    /// What somebody means who types a text: JSON where it is a number, `true`, `false`, `null`, or begins as a text in
    /// quotes, a list or an object do; a text as it stands otherwise. Nil for nothing at all.
    ///
    /// - Throws: `FieldProblem` for what begins like JSON and is none.
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
