import ExperimentsCore

/// The values of a list in which others are looked up.
struct MembershipSet: Sendable {
    /// A value that can be in a list: lists and objects never are, because they are not the same one.
    private enum Scalar: Hashable, Sendable {
        case null
        case bool(Bool)
        case number(Double)
        case text(ExactText)

        init?(_ value: AttributeValue, ignoresCase: Bool) {
            switch value {
            case .null: self = .null
            case .bool(let value): self = .bool(value)
            case .number(let value): self = .number(value)
            case .text(let text):
                self = .text(ExactText(ignoresCase ? JavaScriptText.lowercased(text) : text))
            case .list, .object: return nil
            }
        }
    }

    /// The number of members.
    let count: Int
    private let ignoresCase: Bool
    private let members: Set<Scalar>

    init(_ values: [AttributeValue], ignoresCase: Bool = false) {
        count = values.count
        self.ignoresCase = ignoresCase
        members = Set(values.compactMap { Scalar($0, ignoresCase: ignoresCase) })
    }

    /// Whether a value is one of them; of a list, whether any of its elements is.
    func contains(_ value: AttributeValue) -> Bool {
        if case .list(let elements) = value { return elements.contains(where: containsOne) }
        return containsOne(value)
    }

    private func containsOne(_ value: AttributeValue) -> Bool {
        Scalar(value, ignoresCase: ignoresCase).map(members.contains) ?? false
    }
}

/// A saved group of a payload: the rule that makes a user a member.
enum SavedGroup: Sendable {
    /// The values of an attribute. A reference may give another attribute.
    case list(MembershipSet, attribute: AttributePath?)
    /// A condition on the user.
    case condition(Condition)
    /// A kind of group that is newer than this code.
    case unknown
    /// It cannot be read: the expected value, its member (nil for the group itself), and the found value (nil for
    /// none).
    case malformed(expected: String, member: String?, found: JSONValue?)
}

extension ConditionReader {
    /// Reads a group: a list, or an object that contains its kind.
    mutating func readGroup(_ json: JSONValue) -> SavedGroup {
        if let values = json.array {
            return .list(MembershipSet(values.map(AttributeValue.init)), attribute: nil)
        }
        guard let object = json.object else {
            return .malformed(expected: "an array or an object", member: nil, found: json)
        }
        switch object["type"]?.string {
        case "list":
            guard let values = object["values"]?.array else {
                return .malformed(expected: "an array of values", member: "values", found: object["values"])
            }
            let set = MembershipSet(values.map(AttributeValue.init))
            return .list(set, attribute: object["attributeKey"]?.string.map { path($0) })
        case "condition":
            guard let condition = object["condition"] else {
                return .malformed(expected: "a condition", member: "condition", found: nil)
            }
            return .condition(read(condition))
        default:
            return .unknown
        }
    }
}
