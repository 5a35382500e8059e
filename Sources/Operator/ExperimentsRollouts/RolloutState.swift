import ExperimentsCore
import ExperimentsProject
import FirebaseTemplates

/// The state of a rollout, as the template has it.
///
/// There is no other record. Its condition contains the share, and the color of the condition says whether it goes on.
package enum RolloutState: Sendable, Hashable {
    /// What a step does with it.
    package enum Mode: String, Sendable, Hashable, CaseIterable {
        /// It goes on by itself.
        case going
        /// Someone has stopped it. The share stays.
        case stopped
        /// The users have the old value again.
        case takenBack

        /// The color of the condition.
        package var color: ConditionColor {
            switch self {
            case .going: .green
            case .stopped: .orange
            case .takenBack: .pink
            }
        }
    }

    /// The template has no such condition, and the new value is not the default: it has not begun.
    case absent
    /// The template has no such condition, and the new value is the default.
    case complete
    /// The condition has this share, in percent.
    case present(percent: Double, Mode)
    /// The condition, or the project file, was changed in this way.
    case edited(String)
    /// A condition has its name, but gives its key no value. It may belong to someone else.
    case withoutValue

    /// Reads the state from a template.
    package init(of rollout: ProjectRollout, in template: RemoteConfigTemplate) {
        guard let condition = rollout.condition(in: template) else {
            let isComplete = template.parameter(rollout.key)?.defaultValue == .text(rollout.value)
            self = isComplete ? .complete : .absent
            return
        }
        self = Self.state(of: rollout, condition, template)
    }

    private static func state(
        of rollout: ProjectRollout, _ condition: TemplateCondition, _ template: RemoteConfigTemplate
    ) -> RolloutState {
        guard condition.name.isExactly(rollout.name) else {
            return .edited("it was renamed to \(Quotation.of(condition.name))")
        }
        let percent = rollout.share(in: condition)
        let mode = Mode.allCases.first { condition.tagColor.isExactly($0.color.rawValue) }
        let others = rollout.otherKeys(in: template)
        // At 0%, no one gets its value, whatever that is.
        if mode == .takenBack, percent == 0, others.isEmpty { return .present(percent: 0, .takenBack) }
        guard let value = template.parameter(rollout.key)?.value(when: rollout.name) else {
            return .withoutValue
        }
        if let other = others.first { return .edited("it also decides \(other)") }
        guard case .text(let text) = value, text.isExactly(rollout.value) else {
            return .edited("it gives \(rollout.key) the value \(value.summary)")
        }
        guard let percent else {
            return .edited("its expression is \(Quotation.of(condition.expression ?? "", limit: 100))")
        }
        guard let mode else {
            return .edited("its color is \(condition.tagColor.map { Quotation.of($0) } ?? "missing")")
        }
        guard mode != .takenBack, rollout.steps.contains(percent) else {
            return .edited("it has \(RolloutWords.percent(percent)), which is not a step")
        }
        return .present(percent: percent, mode)
    }

    /// The share of users who get the new value because of it, in percent; nil if it is not known.
    package var percent: Double? {
        switch self {
        case .absent, .withoutValue: 0
        case .complete: 100
        case .present(let percent, _): percent
        case .edited: nil
        }
    }
}

extension ProjectRollout {
    /// Returns its condition: the one with its name, or else one with its seed and its value, which someone has renamed.
    func condition(in template: RemoteConfigTemplate) -> TemplateCondition? {
        template.conditions.first { $0.name.isExactly(name) }
            ?? template.conditions.first { condition in
                (share(in: condition) ?? 0) > 0
                    && template.parameter(key)?.value(when: condition.name) == .text(value)
            }
    }

    /// Returns the share in the expression of a condition, in percent; nil if it is not the expression of this rollout
    /// for any share.
    fileprivate func share(in condition: TemplateCondition) -> Double? {
        let expression = condition.expression ?? ""
        guard let share = PercentClause(expression)?.upper else { return nil }
        let own = self.expression(percent: share).replacing(" ", with: "")
        return expression.replacing(" ", with: "").isExactly(own) ? share : nil
    }

    /// Returns the other keys that have a value for its condition. Someone else has added these values.
    func otherKeys(in template: RemoteConfigTemplate) -> [String] {
        let condition = condition(in: template)?.name ?? name
        return template.parameters.filter { !$0.key.isExactly(key) && $0.value(when: condition) != nil }.map(
            \.key)
    }

    /// Returns the expression of its condition.
    func expression(percent: Double) -> String {
        ConditionAtom.percent(seed: seed, .atMost(RolloutWords.number(percent))).description
    }

    /// Returns the step after a share; nil if it is the last one.
    package func step(after percent: Double) -> Double? { steps.first { $0 > percent } }

    /// The largest share.
    package var lastStep: Double { steps.last ?? 100 }
}
