import ExperimentsCore

extension PayloadCheck {
    /// Checks for conditions that no user meets, and for conditions on which SDKs do not agree.
    mutating func check(_ condition: Condition) {
        for clause in condition.clauses {
            switch clause {
            case .any(let conditions), .all(let conditions), .none(let conditions):
                for condition in conditions { check(condition) }
            case .not(let condition): check(condition)
            case .attribute(let path, let test): check(path, test)
            case .savedGroup(let id, _): checkGroup(id)
            case .malformed(let reason): note(.condition, reason)
            }
        }
    }

    private mutating func check(_ path: AttributePath, _ test: ValueTest) {
        if let marker = ConditionExplanation.markers[path.text] {
            note(.neverMatches, marker)
        }
        if path.text.utf8.first == UInt8(ascii: "$") { note(.condition, "unknown operator \(path.text)") }
        check(test, at: path.text)
    }

    private mutating func check(_ test: ValueTest, at path: String) {
        guard case .operators(let operators) = test else { return }
        for asked in operators { check(asked, at: path) }
    }

    private mutating func check(_ asked: ValueOperator, at path: String) {
        switch asked.question {
        case .group(let id, _): checkGroup(id)
        case .member(let set, isNegated: false) where set.count == 0:
            note(.neverMatches, "\(path) must be in an empty list")
        case .pattern(let pattern, _):
            guard let problem = pattern.problem else { return }
            note(.condition, "\(path) \(asked.name) cannot be searched for: \(problem)")
        case .unusable(let reason):
            note(.condition, "\(path) \(asked.name): \(reason)")
        case .unknown:
            note(.condition, "\(path): unknown operator \(asked.name)")
        case .type(let type) where !Self.types.contains(type ?? ""):
            let hint = DocumentWords.hint(for: type ?? "", among: Self.types)
            note(.neverMatches, "\(path) $type: \(asked.operand.found) is not a type \(hint)")
        case .not(let test), .element(let test), .size(let test): check(test, at: path)
        case .elementMembers(let condition): check(condition)
        case .containsAll(let tests, _):
            for test in tests { check(test, at: path) }
        default: break
        }
    }

    /// The types that the operator `$type` distinguishes.
    private static let types = ["string", "number", "boolean", "array", "object", "null"]

    private mutating func checkGroup(_ id: String) {
        guard payload.groups[ExactText(id)] == nil else { return }
        note(.unknownGroup, "no saved group \(id)")
    }
}
