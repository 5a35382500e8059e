import ExperimentsCore

/// A value as JavaScript sees it: all numbers are doubles, strings are equal only if they have the same code units, and
/// the order of an object's members matters.
///
/// Attributes of users, operands of conditions and values of features have this type, because the rules of GrowthBook
/// are those of JavaScript. `JSONValue` preserves the digits of numbers instead, and is used for output.
enum AttributeValue: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([AttributeValue])
    case object(AttributeObject)

    init(_ json: JSONValue) {
        self =
            switch json {
            case .null: .null
            case .bool(let value): .bool(value)
            case .number(let lexeme): .number(Double(lexeme) ?? .nan)
            case .string(let text): .text(text)
            case .array(let elements): .list(elements.map(AttributeValue.init))
            case .object(let object): .object(AttributeObject(object))
            }
    }

    /// The same value as JSON.
    var json: JSONValue {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let value): value.isFinite ? .number(JavaScriptNumber.text(of: value)) : .null
        case .text(let text): .string(text)
        case .list(let elements): .array(elements.map(\.json))
        case .object(let object):
            .object(
                JSONObject(
                    distinct: object.members.map { JSONObject.Member(name: $0.name, value: $0.value.json) }))
        }
    }

    /// Returns the value of a feature in the form that the condition of a prerequisite examines: under the name
    /// `value`.
    static func feature(_ value: AttributeValue) -> AttributeValue {
        .object(AttributeObject(members: [("value", value)]))
    }

    var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

/// The members of an object in the order in which JavaScript lists them.
struct AttributeObject: Sendable {
    let members: [(name: String, value: AttributeValue)]

    init(members: [(name: String, value: AttributeValue)]) { self.members = members }

    /// Names that are whole numbers come first, in ascending order, followed by the others in their original order.
    init(_ object: JSONObject) {
        let written = object.members.map { (name: $0.name, value: AttributeValue($0.value)) }
        let numbered = written.compactMap { member in AttributeObject.index(member.name).map { ($0, member) }
        }
        guard !numbered.isEmpty else {
            members = written
            return
        }
        members =
            numbered.sorted { $0.0 < $1.0 }.map(\.1)
            + written.filter { AttributeObject.index($0.name) == nil }
    }

    subscript(name: String) -> AttributeValue? {
        members.first { JavaScriptText.isSame($0.name, name) }?.value
    }

    /// Returns the whole number in a name, if it is in the form that JavaScript writes.
    static func index(_ name: some StringProtocol) -> UInt32? {
        guard let first = name.utf8.first, first.isASCIIDigit, name.utf8.count <= 10,
            let value = UInt32(name), value < .max, first != 0x30 || name.utf8.count == 1
        else { return nil }
        return value
    }
}

/// JavaScript's conversions of values to other types.
extension AttributeValue {
    /// Whether it counts as true: everything except null, false, 0, NaN, and the empty text.
    var isTruthy: Bool {
        switch self {
        case .null: false
        case .bool(let value): value
        case .number(let value): value != 0 && !value.isNaN
        case .text(let text): !text.isEmpty
        case .list, .object: true
        }
    }

    /// The value as text: `null`, `true`, numbers without superfluous digits, lists joined by commas, `[object
    /// Object]`.
    var textForm: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let value): JavaScriptNumber.text(of: value)
        case .text(let text): text
        case .list(let elements): elements.map { $0.isNull ? "" : $0.textForm }.joined(separator: ",")
        case .object: "[object Object]"
        }
    }

    /// The value as a number; NaN if it is not one.
    var numberForm: Double {
        switch self {
        case .null: 0
        case .bool(let value): value ? 1 : 0
        case .number(let value): value
        case .text(let text): JavaScriptNumber.value(of: text)
        case .list, .object: JavaScriptNumber.value(of: textForm)
        }
    }

    /// Whether type and value are equal. Lists and objects never are, because they are not the same one.
    func isIdentical(to other: AttributeValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let first), .bool(let second)): first == second
        case (.number(let first), .number(let second)): first == second
        case (.text(let first), .text(let second)): JavaScriptText.isSame(first, second)
        default: false
        }
    }

    /// Whether both have the same JSON text: the order of members matters.
    func isWrittenAlike(_ other: AttributeValue) -> Bool {
        switch (self, other) {
        case (.list(let first), .list(let second)):
            first.count == second.count && zip(first, second).allSatisfy { $0.isWrittenAlike($1) }
        case (.object(let first), .object(let second)):
            first.members.count == second.members.count
                && zip(first.members, second.members).allSatisfy {
                    JavaScriptText.isSame($0.name, $1.name) && $0.value.isWrittenAlike($1.value)
                }
        default: isIdentical(to: other)
        }
    }

    /// JavaScript's name for its type, with `array` and `null` distinguished from objects.
    var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "boolean"
        case .number: "number"
        case .text: "string"
        case .list: "array"
        case .object: "object"
        }
    }
}

extension JSONValue {
    /// Whether it counts as true: ``AttributeValue/isTruthy``, without making one of all that is in it.
    var isTruthy: Bool {
        switch self {
        case .null: false
        case .bool(let value): value
        case .number, .string: AttributeValue(self).isTruthy
        case .array, .object: true
        }
    }
}
