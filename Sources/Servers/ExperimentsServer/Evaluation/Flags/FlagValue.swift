import ExperimentsCore

/// A text as the JSON value of its key's type.
///
/// Numbers are written according to their type, because some providers refuse `7` for a double and all refuse `7.0` for
/// an integer.
struct FlagValue: Sendable, Hashable {
    /// The value; nil for the JSON text `null`, which means that the app uses the default in its code.
    let json: JSONValue?

    /// Reads the value of `text`; nil if the text is not valid for the type.
    init?(_ text: String, _ schema: ValueSchema) {
        let name = schema.understandsBaseline ? Baseline.split(text).name : text
        switch schema.kind {
        case .bool:
            guard let value = BooleanText.value(of: name) else { return nil }
            json = .bool(value)
        case .string, .duration, .url, .date: json = .string(name)
        case .int:
            guard let value = NumberText.integer(name) else { return nil }
            json = .number(String(value))
        case .double:
            guard let value = NumberText.double(name) else { return nil }
            // Doubles always have a fraction or an exponent.
            json = .number(value.description)
        case .json:
            guard let value = try? JSONValue(parsing: name) else { return nil }
            // A bare nil would be JSON's null.
            json = value == .null ? .none : .some(value)
        }
    }
}
