extension ValueSchema {
    /// Returns whether two texts mean the same value, such as `1` and `1.0` as numbers, `true` and `yes` as booleans,
    /// or two JSON documents that differ only in blanks.
    public func areSame(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        guard !understandsBaseline else { return false }
        switch kind {
        case .string: return false
        case .bool: return Self.areEqual(BooleanText.value(of: one), BooleanText.value(of: other))
        case .int: return Self.areEqual(NumberText.integer(one), NumberText.integer(other))
        case .double: return Self.areEqual(NumberText.double(one), NumberText.double(other))
        case .json: return Self.areEqual(try? JSONValue(parsing: one), try? JSONValue(parsing: other))
        }
    }

    private static func areEqual<Value: Equatable>(_ one: Value?, _ other: Value?) -> Bool {
        guard let one, let other else { return false }
        return one == other
    }
}
