import ExperimentsCore

/// JavaScript's conversions of values to other types.
extension AttributeValue {
    /// Whether it counts as true: everything but null, false, 0, what is no number, and the empty text.
    var isTruthy: Bool {
        switch self {
        case .null: false
        case .bool(let value): value
        case .number(let value): value != 0 && !value.isNaN
        case .text(let text): !text.isEmpty
        case .list, .object: true
        }
    }

    /// As text: `null`, `true`, numbers without superfluous digits, lists joined by commas, `[object Object]`.
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

    /// Whether both are written alike as JSON: the order of members counts.
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

    /// The words of JavaScript for its type, with `array` and `null` told from objects.
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
