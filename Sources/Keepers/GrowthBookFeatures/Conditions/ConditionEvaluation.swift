import ExperimentsCore

/// Determines whether conditions are true.
///
/// A result is nil if it is unknown because the operator is unknown: then neither the condition nor its negation is
/// true. The loose dialect treats such a result as false.
struct ConditionEvaluation {
    let dialect: EvaluationOptions.Dialect
    /// The saved groups that can be seen.
    let groups: [ExactText: SavedGroup]?
    /// Whether something was reached that cannot be read, so that the whole condition fails.
    private(set) var isBroken = false
    /// The groups whose conditions are being asked.
    private var openGroups: [String] = []

    init(dialect: EvaluationOptions.Dialect, groups: [ExactText: SavedGroup]?) {
        self.dialect = dialect
        self.groups = groups
    }

    /// Returns whether a condition is true.
    ///
    /// - Parameter subject: the object that the condition examines: the attributes of the user, or an element of a
    ///   list.
    static func holds(
        _ condition: Condition, for subject: AttributeValue, dialect: EvaluationOptions.Dialect,
        groups: [ExactText: SavedGroup]?
    ) -> Bool {
        var evaluation = ConditionEvaluation(dialect: dialect, groups: groups)
        let holds = evaluation.holds(condition, for: subject)
        return holds == true && !evaluation.isBroken
    }

    mutating func holds(_ condition: Condition, for subject: AttributeValue) -> Bool? {
        var result: Bool? = true
        for clause in condition.clauses {
            let holds = holds(clause, for: subject)
            if holds == false { return false }
            if holds == nil { result = nil }
        }
        return result
    }

    mutating func holds(_ clause: Condition.Clause, for subject: AttributeValue) -> Bool? {
        switch clause {
        case .attribute(let path, let test): return meets(path.value(in: subject), test)
        case .any(let conditions): return holdsAny(conditions, for: subject)
        case .none(let conditions): return holdsAny(conditions, for: subject).map { !$0 }
        case .all(let conditions):
            var result: Bool? = true
            for condition in conditions {
                let holds = holds(condition, for: subject)
                if holds == false { return false }
                if holds == nil { result = nil }
            }
            return result
        case .not(let condition): return holds(condition, for: subject).map { !$0 }
        case .savedGroup(let id, let attribute): return isMember(of: id, attribute, for: subject)
        case .malformed:
            isBroken = true
            return false
        }
    }

    private mutating func holdsAny(_ conditions: [Condition], for subject: AttributeValue) -> Bool? {
        guard !conditions.isEmpty else { return true }
        var result: Bool? = false
        for condition in conditions {
            let holds = holds(condition, for: subject)
            if holds == true { return true }
            if holds == nil { result = nil }
        }
        return result
    }

    /// Whether the user belongs to a group. An unknown group has no members, and neither has one that refers to itself.
    private mutating func isMember(of id: String, _ attribute: AttributePath?, for subject: AttributeValue)
        -> Bool?
    {
        guard let group = groups?[ExactText(id)], !openGroups.contains(id) else { return false }
        switch group {
        case .list(let set, let own):
            guard let path = attribute ?? own else { return false }
            return set.contains(path.value(in: subject))
        case .condition(let condition):
            openGroups.append(id)
            defer { openGroups.removeLast() }
            return holds(condition, for: subject)
        case .unknown: return dialect == .strict ? nil : false
        case .malformed: return false
        }
    }

    /// Whether a value meets a test.
    mutating func meets(_ value: AttributeValue, _ test: ValueTest, ignoresCase: Bool = false) -> Bool? {
        switch test {
        case .literal(let literal):
            return dialect == .loose
                ? value.looselyEquals(literal, ignoresCase: ignoresCase)
                : value.strictlyEquals(literal, ignoresCase: ignoresCase)
        case .operators(let operators):
            var result: Bool? = true
            for asked in operators {
                let answer = answer(value, asked)
                if answer == false { return false }
                if answer == nil { result = nil }
            }
            return result
        }
    }

    /// Returns whether an operator is true for a value.
    mutating func answer(_ value: AttributeValue, _ asked: ValueOperator) -> Bool? {
        switch asked.question {
        case .equals(let operand): return value.isIdentical(to: operand)
        case .differs(let operand): return !value.isIdentical(to: operand)
        case .ordered(let order, let operand): return isOrdered(value, to: operand, as: order)
        case .version(let order, let operand, let padded):
            return isOrdered(value, to: operand, padded: padded, as: order)
        case .member(let set, let isNegated): return set.contains(value) != isNegated
        case .group(let id, let isNegated): return isMember(value, of: id, isNegated: isNegated)
        case .containsAll(let tests, let ignoresCase):
            return containsAll(value, tests, ignoresCase: ignoresCase)
        case .element(let test): return hasElement(value) { $0.meets($1, test) }
        case .elementMembers(let condition): return hasElement(value) { $0.holds(condition, for: $1) }
        case .size(let test):
            guard case .list(let elements) = value else { return false }
            return meets(.number(Double(elements.count)), test)
        case .exists(let isWanted): return value.isNull != isWanted
        case .type(let name): return name == value.typeName
        case .not(let test): return meets(value, test).map { !$0 }
        case .pattern(let pattern, let isNegated): return isFound(pattern, in: value, isNegated: isNegated)
        case .unusable: return false
        case .unknown: return dialect == .strict ? nil : false
        }
    }

    private func isOrdered(_ value: AttributeValue, to operand: AttributeValue, as order: ValueOperator.Order)
        -> Bool
    {
        let comparison = dialect == .loose ? value.looseOrder(operand) : value.strictOrder(operand)
        return comparison.map(order.holds) ?? false
    }

    private func isOrdered(
        _ value: AttributeValue, to operand: AttributeValue, padded: PaddedVersion,
        as order: ValueOperator.Order
    ) -> Bool {
        if dialect == .strict, !value.canBeVersions(operand) { return order == .different }
        return order.holds(padded.order(of: value))
    }

    private func isMember(_ value: AttributeValue, of id: String, isNegated: Bool) -> Bool? {
        switch groups?[ExactText(id)] {
        case .list(let set, _): set.contains(value) != isNegated
        case nil: isNegated
        case .unknown where dialect == .strict: nil
        case .condition, .malformed, .unknown: dialect == .loose && isNegated
        }
    }

    private mutating func containsAll(_ value: AttributeValue, _ tests: [ValueTest], ignoresCase: Bool)
        -> Bool?
    {
        guard case .list(let elements) = value else { return false }
        var result: Bool? = true
        for test in tests {
            var isMet: Bool? = false
            for element in elements where isMet != true {
                let met = meets(element, test, ignoresCase: ignoresCase)
                if met != false { isMet = met }
            }
            if isMet == false { return false }
            if isMet == nil { result = nil }
        }
        return result
    }

    private mutating func hasElement(
        _ value: AttributeValue, _ isMet: (inout ConditionEvaluation, AttributeValue) -> Bool?
    ) -> Bool? {
        guard case .list(let elements) = value else { return false }
        var result: Bool? = false
        for element in elements {
            // The loose rules overlook every element that counts as false.
            guard dialect == .loose ? element.isTruthy : !element.isNull else { continue }
            let met = isMet(&self, element)
            if met == true { return true }
            if met == nil { result = nil }
        }
        return result
    }

    private func isFound(_ pattern: JavaScriptPattern, in value: AttributeValue, isNegated: Bool) -> Bool {
        if isNegated, value.isNull { return true }
        if dialect == .strict, value.typeName != "string" { return isNegated }
        guard let isFound = pattern.isFound(in: value.textForm) else { return false }
        return isFound != isNegated
    }
}
