import ExperimentsCore

/// A condition of a payload, parsed once: all of its clauses must be true.
struct Condition: Sendable {
    /// One member of the condition's object.
    enum Clause: Sendable {
        /// `$or`; true if there are no conditions.
        case any([Condition])
        /// `$nor`; without any, it fails.
        case none([Condition])
        /// `$and`.
        case all([Condition])
        /// `$not`.
        indirect case not(Condition)
        /// An attribute and its test.
        case attribute(AttributePath, ValueTest)
        /// `$savedGroup`: membership in a group that names its own attribute, unless an attribute is given.
        case savedGroup(id: String, attribute: AttributePath?)
        /// A condition that cannot be read, with the reason.
        case malformed(String)
    }

    let clauses: [Clause]
}

/// The test of a value by a literal or by a set of operators.
enum ValueTest: Sendable {
    /// A literal: text, number, truth, null, list or object.
    case literal(AttributeValue)
    /// All of these must be true.
    case operators([ValueOperator])
}

/// One operator with its operand. It is a class, because passing a reference is faster than passing its values.
final class ValueOperator: Sendable {
    /// The expected order of a value and its operand.
    enum Order: Sendable {
        case equal, different, less, lessOrEqual, greater, greaterOrEqual

        /// Returns whether the order matches a comparison, which is below 0 if the value comes before the operand.
        func holds(_ comparison: Int) -> Bool {
            switch self {
            case .equal: comparison == 0
            case .different: comparison != 0
            case .less: comparison < 0
            case .lessOrEqual: comparison <= 0
            case .greater: comparison > 0
            case .greaterOrEqual: comparison >= 0
            }
        }
    }

    /// The question that a clause asks.
    enum Question: Sendable {
        case equals(AttributeValue)
        case differs(AttributeValue)
        case ordered(Order, AttributeValue)
        case version(Order, AttributeValue, PaddedVersion)
        case member(MembershipSet, isNegated: Bool)
        case group(String, isNegated: Bool)
        case containsAll([ValueTest], ignoresCase: Bool)
        /// An element meets operators on itself.
        indirect case element(ValueTest)
        /// An element meets a condition on its members.
        case elementMembers(Condition)
        indirect case size(ValueTest)
        case exists(Bool)
        case type(String?)
        indirect case not(ValueTest)
        case pattern(JavaScriptPattern, isNegated: Bool)
        /// The operand is not usable: the operator is never true.
        case unusable(String)
        case unknown
    }

    let name: String
    let operand: JSONValue
    let question: Question

    init(name: String, operand: JSONValue, question: Question) {
        self.name = name
        self.operand = operand
        self.question = question
    }
}

/// The path of an attribute in a condition: parts that were joined by dots.
struct AttributePath: Sendable {
    let text: String
    let parts: [String]

    init(_ text: String) {
        self.text = text
        parts = text.split(scalar: ".", omittingEmptySubsequences: false).map(String.init)
    }

    /// Returns the value at the path; null if a part of the path is missing.
    func value(in root: AttributeValue) -> AttributeValue {
        var current = root
        for part in parts {
            switch current {
            case .object(let object):
                guard let next = object[part] else { return .null }
                current = next
            case .list(let elements):
                if part == "length" {
                    current = .number(Double(elements.count))
                } else if let index = AttributeObject.index(part), index < elements.count {
                    current = elements[Int(index)]
                } else {
                    return .null
                }
            default: return .null
            }
        }
        return current
    }
}
