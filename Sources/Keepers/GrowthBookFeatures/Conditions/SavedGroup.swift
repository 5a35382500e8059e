import ExperimentsCore

/// A saved group of a payload.
struct SavedGroup: Sendable {
    /// The rule that makes a user a member.
    enum Membership: Sendable {
        /// The values of an attribute; which one, a reference may say.
        case list(MembershipSet, attribute: AttributePath?)
        /// A condition on the user.
        case condition(Condition)
        /// A kind of group that came later than this code.
        case unknown
        /// It cannot be read, and why.
        case malformed(Fault)
    }

    /// Why a group cannot be read.
    struct Fault: Sendable {
        /// What should be there.
        let expected: String
        /// The member where it should be; nil for the group itself.
        var member: String?
        /// What is there; nil for nothing.
        let found: JSONValue?
    }

    let membership: Membership
}

extension ConditionReader {
    /// Reads a group: a list, or an object that says what kind it is.
    mutating func readGroup(_ json: JSONValue) -> SavedGroup {
        if let values = json.array {
            return SavedGroup(membership: .list(MembershipSet(values.map(AttributeValue.init)), attribute: nil))
        }
        guard let object = json.object else {
            return SavedGroup(membership: .malformed(.init(expected: "an array or an object", found: json)))
        }
        switch object["type"]?.string {
        case "list":
            guard let values = object["values"]?.array else {
                return SavedGroup(
                    membership: .malformed(
                        .init(expected: "an array of values", member: "values", found: object["values"])))
            }
            let set = MembershipSet(values.map(AttributeValue.init))
            return SavedGroup(membership: .list(set, attribute: object["attributeKey"]?.string.map { path($0) }))
        case "condition":
            guard let condition = object["condition"] else {
                return SavedGroup(
                    membership: .malformed(.init(expected: "a condition", member: "condition", found: nil)))
            }
            return SavedGroup(membership: .condition(read(condition)))
        default:
            return SavedGroup(membership: .unknown)
        }
    }
}
