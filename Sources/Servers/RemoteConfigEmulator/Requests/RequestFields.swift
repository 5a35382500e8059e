import ExperimentsCore
import ExperimentsSupport

/// The members of a request's JSON body. Names are accepted as `camelCase` and as `snake_case`, as the services do.
struct RequestFields {
    let object: JSONObject

    /// The most bytes of an identifier: some of them are kept.
    private static let identifierLimit = 1000

    init(_ body: [UInt8]) throws(EmulatorError) {
        let value = try Self.json(body)
        guard let object = value.object else {
            throw .invalidArgument("Invalid JSON payload received. Root element must be a message.")
        }
        self.object = object
    }

    /// A text, or nil where it is absent or empty.
    func text(_ name: String) throws(EmulatorError) -> String? {
        guard let value = object[name] ?? object[Self.snakeCase(name)], value != .null else { return nil }
        guard let text = value.string else {
            throw .invalidArgument("Invalid value at '\(name)' (TYPE_STRING): found \(value.kindName).")
        }
        return text.isEmpty ? nil : text
    }

    /// A whole number, written as a number or as a text; nil where it is absent.
    func wholeNumber(_ name: String) throws(EmulatorError) -> Int64? {
        guard let value = object[name] ?? object[Self.snakeCase(name)], value != .null else { return nil }
        guard let text = value.string ?? value.valueText, let number = Int64(text) else {
            throw .invalidArgument("Invalid value at '\(name)' (TYPE_INT64): \(Quotation.of(value.valueText ?? ""))")
        }
        return number
    }

    /// Texts by name; scalars that are no texts count as the text that is sent for them.
    func texts(_ name: String) throws(EmulatorError) -> [String: String] {
        guard let value = object[name] ?? object[Self.snakeCase(name)], value != .null else { return [:] }
        guard let members = value.object?.members else {
            throw .invalidArgument("Invalid value at '\(name)' (MAP): found \(value.kindName).")
        }
        return Dictionary(
            members.compactMap { member in member.value.valueText.map { (member.name, $0) } }, uniquingKeysWith: { $1 })
    }

    func requiredText(_ name: String) throws(EmulatorError) -> String {
        guard let text = try text(name) else { throw .invalidArgument("'\(name)' is required.") }
        guard text.utf8.count <= Self.identifierLimit else {
            throw .invalidArgument("'\(name)' must have \(Self.identifierLimit) bytes at most.")
        }
        return text
    }

    /// What the body says, in JSON or in the looser dialect that one of the official clients sends.
    private static func json(_ body: [UInt8]) throws(EmulatorError) -> JSONValue {
        do throws(JSONProblem) {
            return try JSONValue(parsing: body)
        } catch {
            if let value = try? JSONValue(parsing: RelaxedJSON.strict(body)) { return value }
            throw .invalidArgument("Invalid JSON payload received. \(error)")
        }
    }

    static func camelCase(_ name: String) -> String {
        let words = name.split(scalar: "_")
        return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }

    static func snakeCase(_ name: String) -> String {
        name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    }
}
