import ExperimentsCore

/// Decides whether conditions hold.
///
/// An answer is nil if it cannot be known, because the operator is unknown: then neither the condition nor its negation
/// holds. The loose dialect treats such an answer as false.
struct ConditionEvaluation {
    /// The object that a condition examines.
    enum Subject {
        /// The user: the values at the paths of the payload, in the order of their slots.
        case user([AttributeValue])
        /// An element of a list.
        case element(AttributeValue)
        /// A prerequisite: its value, under the name `value`.
        case feature(AttributeValue)
    }

    let dialect: EvaluationOptions.Dialect
    /// The saved groups that can be seen.
    let groups: [ExactText: SavedGroup]?
    /// Something was reached that cannot be read, so that the whole condition fails.
    private(set) var isBroken = false
    /// The groups whose conditions are being asked.
    private var openGroups: [String] = []

    init(dialect: EvaluationOptions.Dialect, groups: [ExactText: SavedGroup]?) {
        (self.dialect, self.groups) = (dialect, groups)
    }

    /// Whether a condition holds.
    static func holds(
        _ condition: Condition, for subject: Subject, dialect: EvaluationOptions.Dialect,
        groups: [ExactText: SavedGroup]?
    ) -> Bool {
        var evaluation = ConditionEvaluation(dialect: dialect, groups: groups)
        let holds = evaluation.holds(condition, for: subject)
        return holds == true && !evaluation.isBroken
    }

    /// Whether a clause holds that stands by itself.
    static func holds(
        _ clause: Condition.Clause, for subject: Subject, dialect: EvaluationOptions.Dialect,
        groups: [ExactText: SavedGroup]?
    ) -> Bool {
        var evaluation = ConditionEvaluation(dialect: dialect, groups: groups)
        let holds = evaluation.holds(clause, for: subject)
        return holds == true && !evaluation.isBroken
    }

    mutating func holds(_ condition: Condition, for subject: Subject) -> Bool? {
        var result: Bool? = true
        for clause in condition.clauses {
            let holds = holds(clause, for: subject)
            if holds == false { return false }
            if holds == nil { result = nil }
        }
        return result
    }

    mutating func holds(_ clause: Condition.Clause, for subject: Subject) -> Bool? {
        switch clause {
        case .attribute(let asked):
            return meets(Self.value(at: asked.path, of: subject), asked.test)
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

    private mutating func holdsAny(_ conditions: [Condition], for subject: Subject) -> Bool? {
        guard !conditions.isEmpty else { return true }
        var result: Bool? = false
        for condition in conditions {
            let holds = holds(condition, for: subject)
            if holds == true { return true }
            if holds == nil { result = nil }
        }
        return result
    }

    /// Returns the value at a path.
    static func value(at path: AttributePath, of subject: Subject) -> AttributeValue {
        switch subject {
        case .user(let values): values[path.slot]
        case .element(let element): path.value(in: element)
        case .feature(let value): path.parts.first == "value" ? path.value(in: value, skipping: 1) : .null
        }
    }

    /// Whether the user belongs to a group. An unknown group has no members, and neither has one that refers to itself.
    private mutating func isMember(
        of id: String, _ attribute: AttributePath?, for subject: Subject
    ) -> Bool? {
        guard let group = groups?[ExactText(id)], !openGroups.contains(id) else { return false }
        switch group {
        case .list(let set, let own):
            guard let path = attribute ?? own else { return false }
            return set.contains(Self.value(at: path, of: subject))
        case .condition(let condition):
            openGroups.append(id)
            defer { openGroups.removeLast() }
            return holds(condition, for: subject)
        case .unknown: return dialect == .strict ? nil : false
        case .malformed: return false
        }
    }
}
