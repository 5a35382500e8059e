import ExperimentsCore

/// A saved group of a payload.
struct SavedGroup: Sendable {
    /// What makes somebody a member.
    enum Membership: Sendable {
        /// The values of an attribute; which one, a reference may say.
        case list(MembershipSet, attribute: AttributePath?)
        /// A condition on the user.
        case condition(Condition)
        /// A kind of group that came later than this code.
        case unknown
        /// It cannot be read, and why.
        case malformed(String)
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
            return SavedGroup(membership: .malformed("a saved group is a list or an object, found \(json.kindName)"))
        }
        switch object["type"]?.string {
        case "list":
            guard let values = object["values"]?.array else {
                return SavedGroup(membership: .malformed("a saved group of type list needs a list of values"))
            }
            let set = MembershipSet(values.map(AttributeValue.init))
            return SavedGroup(membership: .list(set, attribute: object["attributeKey"]?.string.map { path($0) }))
        case "condition":
            guard let condition = object["condition"] else {
                return SavedGroup(membership: .malformed("a saved group of type condition needs a condition"))
            }
            return SavedGroup(membership: .condition(read(condition)))
        default:
            return SavedGroup(membership: .unknown)
        }
    }
}
