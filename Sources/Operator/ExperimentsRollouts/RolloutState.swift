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
    /// Someone else has changed the condition, in this way.
    case edited(String)

    /// Reads the state from a template.
    package init(of rollout: ProjectRollout, in template: RemoteConfigTemplate) {
        guard let condition = template.conditions.first(where: { $0.name.isExactly(rollout.name) }) else {
            let isComplete = template.parameter(rollout.key)?.defaultValue == .text(rollout.value)
            self = isComplete ? .complete : .absent
            return
        }
        self = Self.state(of: rollout, condition, template)
    }

    private static func state(
        of rollout: ProjectRollout, _ condition: TemplateCondition, _ template: RemoteConfigTemplate
    ) -> RolloutState {
        if let other = rollout.otherKeys(in: template).first { return .edited("it also decides \(other)") }
        switch template.parameter(rollout.key)?.value(when: rollout.name) {
        case .text(let text)? where text.isExactly(rollout.value): break
        case nil: return .edited("\(rollout.key) has no value for it")
        case let value?: return .edited("it gives \(rollout.key) the value \(value.summary)")
        }
        let expression = condition.expression ?? ""
        guard let clause = PercentClause(expression),
            compact(expression).isExactly(compact(rollout.expression(percent: clause.upper)))
        else { return .edited("its expression is \(Quotation.of(expression, limit: 100))") }
        guard let mode = Mode.allCases.first(where: { condition.tagColor.isExactly($0.color.rawValue) }) else {
            return .edited("its color is \(condition.tagColor.map { Quotation.of($0) } ?? "missing")")
        }
        let percent = clause.upper
        let isPossible = mode == .takenBack ? percent == 0 : rollout.steps.contains(percent)
        guard isPossible else {
            return .edited("it has \(RolloutWords.percent(percent)), which is not a step")
        }
        return .present(percent: percent, mode)
    }

    private static func compact(_ expression: String) -> String { expression.replacing(" ", with: "") }

    /// The share of users who get the new value because of it, in percent; nil if it is not known.
    package var percent: Double? {
        switch self {
        case .absent: 0
        case .complete: 100
        case .present(let percent, _): percent
        case .edited: nil
        }
    }
}

extension ProjectRollout {
    /// Returns the other keys that have a value for its condition. Someone else has added these values.
    func otherKeys(in template: RemoteConfigTemplate) -> [String] {
        template.parameters.filter { !$0.key.isExactly(key) && $0.value(when: name) != nil }.map(\.key)
    }

    /// Returns the expression of its condition.
    func expression(percent: Double) -> String {
        ConditionAtom.percent(seed: seed, .atMost(NumberText.text(of: percent))).description
    }

    /// Returns the step after a share; nil if it is the last one.
    package func step(after percent: Double) -> Double? { steps.first { $0 > percent } }

    /// The largest share.
    package var lastStep: Double { steps.last ?? 100 }
}
