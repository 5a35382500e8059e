import ExperimentsCore

/// Reads the conditions of a payload, and notes the attributes that they use.
struct ConditionReader {
    let dialect: EvaluationOptions.Dialect
    /// The attributes of conditions.
    private(set) var attributes: Set<String> = []

    /// Returns the path of a name.
    mutating func path(_ text: String) -> AttributePath {
        let path = AttributePath(text)
        attributes.insert(path.parts[0])
        return path
    }

    /// Reads a condition. One that is not an object cannot be read, so it lets nobody in.
    mutating func read(_ json: JSONValue) -> Condition {
        guard let object = json.object else {
            return Condition(
                clauses: [.malformed(DocumentWords.expected("an object as the condition", found: json.found))]
            )
        }
        return Condition(clauses: object.members.map { clause($0.name, $0.value) })
    }

    private mutating func clause(_ name: String, _ value: JSONValue) -> Condition.Clause {
        switch name {
        case "$or": return conditions(name, value).map(Condition.Clause.any) ?? malformedList(name, value)
        case "$nor": return conditions(name, value).map(Condition.Clause.none) ?? malformedList(name, value)
        case "$and": return conditions(name, value).map(Condition.Clause.all) ?? malformedList(name, value)
        case "$not": return .not(read(value))
        case "$savedGroup":
            return savedGroup(value) ?? .attribute(path(name), test(value))
        default: break
        }
        return .attribute(path(name), test(value))
    }

    /// Reads a reference to a group that names its own attribute. In the loose dialect, any other value under this name
    /// is the test of an attribute with the name.
    private mutating func savedGroup(_ value: JSONValue) -> Condition.Clause? {
        let reference = value.object
        let attribute = reference?["attributeKey"]
        if let id = reference?["id"]?.string,
            attribute == nil || attribute?.string != nil || dialect == .loose
        {
            return .savedGroup(id: id, attribute: attribute?.string.map { path($0) })
        }
        guard dialect == .strict else { return nil }
        return .malformed(
            "$savedGroup: "
                + DocumentWords.expected("an object with `id` and perhaps `attributeKey`", found: value.found)
        )
    }

    private mutating func conditions(_ name: String, _ value: JSONValue) -> [Condition]? {
        value.array.map { $0.map { read($0) } }
    }

    private func malformedList(_ name: String, _ value: JSONValue) -> Condition.Clause {
        .malformed("\(name): " + DocumentWords.expected("an array of conditions", found: value.found))
    }

    /// Reads the test that a value must pass.
    mutating func test(_ json: JSONValue) -> ValueTest {
        guard let object = json.object, Self.isOperators(object) else {
            return .literal(AttributeValue(json))
        }
        return .operators(object.members.map { readOperator($0.name, $0.value) })
    }

    /// Whether there is a name, and all begin with `$`.
    static func isOperators(_ object: JSONObject) -> Bool {
        !object.isEmpty && object.members.allSatisfy { $0.name.utf8.first == UInt8(ascii: "$") }
    }

    private mutating func readOperator(_ name: String, _ operand: JSONValue) -> ValueOperator {
        ValueOperator(name: name, operand: operand, question: question(name, operand))
    }

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

    private func version(_ order: ValueOperator.Order, _ operand: JSONValue) -> ValueOperator.Question {
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
        guard let object = operand.object, Self.isOperators(object) else {
            return .elementMembers(read(operand))
        }
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
