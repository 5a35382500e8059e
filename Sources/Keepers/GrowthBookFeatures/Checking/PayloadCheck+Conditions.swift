import ExperimentsCore

extension PayloadCheck {
    /// Looks for what no user meets, and for what SDKs do not agree about.
    mutating func check(_ condition: Condition, _ key: String, _ number: Int?) {
        for clause in condition.clauses {
            switch clause {
            case .any(let conditions), .all(let conditions), .none(let conditions):
                for condition in conditions { check(condition, key, number) }
            case .not(let condition): check(condition, key, number)
            case .attribute(let asked): check(asked.path, asked.test, key, number)
            case .savedGroup(let group): checkGroup(group.id, key, number)
            case .malformed(let reason): note(PayloadFinding(.condition, key, rule: number, reason))
            }
        }
    }

    private mutating func check(_ path: AttributePath, _ test: ValueTest, _ key: String, _ number: Int?) {
        if let marker = ConditionExplanation.markers[path.text] {
            note(PayloadFinding(.neverMatches, key, rule: number, marker))
        }
        check(test, at: path.text, key, number)
    }

    private mutating func check(_ test: ValueTest, at path: String, _ key: String, _ number: Int?) {
        guard case .operators(let operators) = test else { return }
        for asked in operators { check(asked, at: path, key, number) }
    }

    private mutating func check(_ asked: ValueOperator, at path: String, _ key: String, _ number: Int?) {
        switch asked.question {
        case .group(let id, _): checkGroup(id, key, number)
        case .member(let set, isNegated: false) where set.count == 0:
            note(PayloadFinding(.neverMatches, key, rule: number, "\(path) is to be in an empty list"))
        case .pattern(let pattern, _):
            guard let problem = pattern.problem else { return }
            note(
                PayloadFinding(
                    .condition, key, rule: number, "\(path) \(asked.name) cannot be searched for: \(problem)"))
        case .unusable(let reason):
            note(PayloadFinding(.condition, key, rule: number, "\(path) \(asked.name): \(reason)"))
        case .unknown:
            note(PayloadFinding(.condition, key, rule: number, "\(path): no operator is called \(asked.name)"))
        case .not(let test), .element(let test), .size(let test): check(test, at: path, key, number)
        case .elementMembers(let condition): check(condition, key, number)
        case .containsAll(let tests, _):
            for test in tests { check(test, at: path, key, number) }
        default: break
        }
    }

    private mutating func checkGroup(_ id: String, _ key: String, _ number: Int?) {
        guard payload.groups[ExactText(id)] == nil else { return }
        note(PayloadFinding(.unknownGroup, key, rule: number, "the saved group \(id) is not there"))
    }
}
