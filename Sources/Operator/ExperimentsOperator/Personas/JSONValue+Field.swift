import ExperimentsCore

extension JSONValue {
    /// Why a typed text is no value.
    public struct FieldProblem: Error, Sendable, Hashable {
        /// In words.
        public let reason: String
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
