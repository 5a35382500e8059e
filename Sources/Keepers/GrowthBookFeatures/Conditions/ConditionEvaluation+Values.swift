import ExperimentsCore

extension ConditionEvaluation {
    /// Whether a value meets what is asked of it.
    mutating func meets(_ value: AttributeValue, _ test: ValueTest, ignoresCase: Bool = false) -> Bool? {
        switch test {
        case .literal(let literal):
            return dialect == .loose
                ? LooseComparison.equals(value, literal, ignoresCase: ignoresCase)
                : StrictComparison.equals(value, literal, ignoresCase: ignoresCase)
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

    /// Returns whether an operator holds for a value.
    mutating func answer(_ value: AttributeValue, _ asked: ValueOperator) -> Bool? {
        switch asked.question {
        case .equals(let operand): return value.isIdentical(to: operand)
        case .differs(let operand): return !value.isIdentical(to: operand)
        case .ordered(let order, let operand): return isOrdered(value, to: operand, as: order)
        case .version(let order, let operand, let padded):
            return isOrdered(value, to: operand, padded: padded, as: order)
        case .member(let set, let isNegated): return set.contains(value) != isNegated
        case .group(let id, let isNegated): return isMember(value, of: id, isNegated: isNegated)
        case .containsAll(let tests, let ignoresCase): return containsAll(value, tests, ignoresCase: ignoresCase)
        case .element(let test): return hasElement(value) { $0.meets($1, test) }
        case .elementMembers(let condition): return hasElement(value) { $0.holds(condition, for: .element($1)) }
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

    private func isOrdered(_ value: AttributeValue, to operand: AttributeValue, as order: ValueOperator.Order) -> Bool {
        let comparison =
            dialect == .loose ? LooseComparison.order(value, operand) : StrictComparison.order(value, operand)
        return comparison.map { order.holds($0, 0) } ?? false
    }

    private func isOrdered(
        _ value: AttributeValue, to operand: AttributeValue, padded: PaddedVersion, as order: ValueOperator.VersionOrder
    ) -> Bool {
        if dialect == .strict, !StrictComparison.areVersions(value, operand) { return order == .different }
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

    private mutating func containsAll(_ value: AttributeValue, _ tests: [ValueTest], ignoresCase: Bool) -> Bool? {
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
