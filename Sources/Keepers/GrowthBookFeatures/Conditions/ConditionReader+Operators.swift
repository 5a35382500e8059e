import ExperimentsCore

extension ConditionReader {
    /// Reads the question that an operator asks.
    mutating func question(_ name: String, _ operand: JSONValue) -> ValueOperator.Question {
        switch name {
        case "$eq": .equals(AttributeValue(operand))
        case "$ne": .differs(AttributeValue(operand))
        case "$lt": .ordered(.less, AttributeValue(operand))
        case "$lte": .ordered(.lessOrEqual, AttributeValue(operand))
        case "$gt": .ordered(.greater, AttributeValue(operand))
        case "$gte": .ordered(.greaterOrEqual, AttributeValue(operand))
        case "$veq": version(.equal, operand)
        case "$vne": version(.different, operand)
        case "$vlt": version(.less, operand)
        case "$vlte": version(.lessOrEqual, operand)
        case "$vgt": version(.greater, operand)
        case "$vgte": version(.greaterOrEqual, operand)
        case "$in": member(operand)
        case "$nin": member(operand, isNegated: true)
        case "$ini": member(operand, ignoresCase: true)
        case "$nini": member(operand, ignoresCase: true, isNegated: true)
        case "$inGroup": .group(AttributeValue(operand).textForm, isNegated: false)
        case "$notInGroup": .group(AttributeValue(operand).textForm, isNegated: true)
        case "$all": all(operand, ignoresCase: false)
        case "$alli": all(operand, ignoresCase: true)
        case "$elemMatch": element(operand)
        case "$size": .size(test(operand))
        case "$exists": .exists(AttributeValue(operand).isTruthy)
        case "$type": .type(operand.string)
        case "$not": .not(test(operand))
        case "$regex": pattern(operand)
        case "$regexi": pattern(operand, ignoresCase: true)
        case "$notRegex": pattern(operand, isNegated: true)
        case "$notRegexi": pattern(operand, ignoresCase: true, isNegated: true)
        case "$or", "$and", "$nor", "$savedGroup": .unusable("\(name) belongs to a condition, not to a value")
        default: .unknown
        }
    }

    private func unusable(_ expected: String, _ operand: JSONValue) -> ValueOperator.Question {
        .unusable(DocumentWords.expected(expected, found: operand.found))
    }

    private func version(_ order: ValueOperator.VersionOrder, _ operand: JSONValue) -> ValueOperator.Question {
        let value = AttributeValue(operand)
        return .version(order, value, PaddedVersion(value))
    }

    private func member(
        _ operand: JSONValue, ignoresCase: Bool = false, isNegated: Bool = false
    ) -> ValueOperator.Question {
        guard let values = operand.array else { return unusable(JSONValue.terms.list, operand) }
        return .member(
            MembershipSet(values.map(AttributeValue.init), ignoresCase: ignoresCase), isNegated: isNegated)
    }

    private mutating func all(_ operand: JSONValue, ignoresCase: Bool) -> ValueOperator.Question {
        guard let elements = operand.array else { return unusable(JSONValue.terms.list, operand) }
        return .containsAll(elements.map { test($0) }, ignoresCase: ignoresCase)
    }

    private static let logical: Set = ["$or", "$and", "$nor", "$savedGroup"]

    private mutating func element(_ operand: JSONValue) -> ValueOperator.Question {
        guard let object = operand.object, Self.isOperators(object) else { return .elementMembers(read(operand)) }
        // The loose rules take these for operators, which they do not know.
        let looksInside = dialect == .strict && object.members.allSatisfy { Self.logical.contains($0.name) }
        return looksInside ? .elementMembers(read(operand)) : .element(test(operand))
    }

    private func pattern(
        _ operand: JSONValue, ignoresCase: Bool = false, isNegated: Bool = false
    ) -> ValueOperator.Question {
        guard let text = operand.string else { return unusable(JSONValue.terms.text, operand) }
        return .pattern(JavaScriptPattern(text, ignoresCase: ignoresCase), isNegated: isNegated)
    }
}
