import ExperimentsCore

extension JSONValue {
    /// Returns whether both are the same value, regardless of the order of members and the spelling of numbers.
    func isDeeplyEqual(to other: JSONValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        // Byte by byte: texts in another Unicode form are another value.
        case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
        case (.number(let left), .number(let right)):
            left == right || DecimalNumber(left) == DecimalNumber(right)
        case (.array(let left), .array(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.isDeeplyEqual(to: $1) }
        case (.object(let left), .object(let right)): left.isDeeplyEqual(to: right)
        default: false
        }
    }
}

extension JSONObject {
    /// Returns whether both have the same members, in any order.
    func isDeeplyEqual(to other: JSONObject) -> Bool {
        let (left, right) = (members, other.members)
        guard left.count == right.count else { return false }
        for index in left.indices {
            guard left[index].name == right[index].name else {
                return Self.haveEqualMembers(left[index...], right[index...])
            }
            guard left[index].value.isDeeplyEqual(to: right[index].value) else { return false }
        }
        return true
    }

    /// Compares members in different orders. Names in an object are distinct and both have as many, so that it is enough to
    /// look up those of one in the other.
    private static func haveEqualMembers(_ left: ArraySlice<Member>, _ right: ArraySlice<Member>) -> Bool {
        let byName = Dictionary(
            right.lazy.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        return left.allSatisfy { byName[$0.name]?.isDeeplyEqual(to: $0.value) == true }
    }
}
