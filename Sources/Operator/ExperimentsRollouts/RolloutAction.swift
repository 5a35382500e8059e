import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import FirebaseTemplates

/// A change to a rollout.
package enum RolloutAction: Sendable, Hashable {
    /// It begins with the first step, or goes on after a stop.
    case start
    /// It goes on to a share, in percent.
    case step(to: Double)
    /// The share stays until someone starts it again.
    case stop
    /// All users get the old value, whatever the condition was.
    case back
    /// The new value becomes the default, and the condition is removed.
    case finish
}

extension ProjectRollout {
    /// Returns the changes to a template. They are made only if the condition still has the state that they were decided
    /// on, and only once.
    ///
    /// - Parameter expected: the state that the action was decided on. ``RolloutAction/back`` needs none.
    package func changes(_ action: RolloutAction, from expected: RolloutState) -> TemplateChanges {
        TemplateChanges(RolloutWords.title(action, of: self), isRehearsed: action != .back) { template in
            try applying(action, from: expected, to: template)
        }
    }

    private func applying(
        _ action: RolloutAction, from expected: RolloutState, to template: RemoteConfigTemplate
    ) throws -> RemoteConfigTemplate {
        let state = RolloutState(of: self, in: template)
        if isDone(action, state, from: expected) { return template }
        guard action == .back || state == expected else {
            throw RefusalReason(
                "rollout \(Quotation.of(name)) was changed in the meantime: \(RolloutWords.words(for: state)); "
                    + PublicationWords.notPublished,
                advice: "Use `experiments rollout status` to see its state.")
        }
        return try edits(action, state, template).reduce(template) { try $0.applying($1) }
    }

    /// Returns the state after an action; nil if the action is not possible in a state.
    package func state(after action: RolloutAction, in state: RolloutState) -> RolloutState? {
        switch (action, state) {
        case (.start, .absent), (.start, .present(_, .takenBack)):
            steps.first.map { .present(percent: $0, .going) }
        case (.start, .present(let percent, .stopped)), (.start, .present(let percent, .going)):
            .present(percent: percent, .going)
        case (.step(let percent), .present): .present(percent: percent, .going)
        case (.stop, .present(let percent, .going)), (.stop, .present(let percent, .stopped)):
            .present(percent: percent, .stopped)
        case (.back, .present), (.back, .edited): .present(percent: 0, .takenBack)
        case (.finish, .present(let percent, .going)), (.finish, .present(let percent, .stopped)):
            percent >= lastStep ? .complete : nil
        // A condition that gives no one the new value need not be changed.
        case (.back, .withoutValue): .withoutValue
        case (.start, _), (.step, _), (.stop, _), (.back, _), (.finish, _): nil
        }
    }

    private func isDone(_ action: RolloutAction, _ state: RolloutState, from expected: RolloutState) -> Bool {
        switch action {
        case .finish: state == .complete
        case .back: state == self.state(after: .back, in: state)
        case .start, .step, .stop: state != .absent && state == self.state(after: action, in: expected)
        }
    }

    private func edits(
        _ action: RolloutAction, _ state: RolloutState, _ template: RemoteConfigTemplate
    ) throws -> [TemplateEdit] {
        guard let next = self.state(after: action, in: state) else { throw problem(action, state) }
        // Only `back` changes a condition that someone has renamed.
        let name = condition(in: template)?.name ?? name
        // The values that someone has added for other keys stay.
        if action == .back, !otherKeys(in: template).isEmpty {
            return [.removeValue(key: key, condition: name)]
        }
        guard case .present(let percent, let mode) = next else {
            return [.setValue(key: key, condition: nil, .text(value)), .removeCondition(name: name)]
        }
        let color = mode.color
        let expression = expression(percent: percent)
        let share: [TemplateEdit] = [
            .setExpression(condition: name, expression), .setColor(condition: name, color),
        ]
        if action != .start, state != .absent { return share }
        guard template.parameter(key) != nil else {
            throw RefusalReason(
                "the template has no parameter \(key), so there is no old value",
                advice: "Publish one first, for example with `experiments template set \(key) VALUE`.")
        }
        let condition: [TemplateEdit] =
            state == .absent
            ? [.addCondition(name: name, expression: expression, index: nil, color: color.rawValue)] : share
        return condition + [.setValue(key: key, condition: name, .text(value))]
    }

    /// Returns the reason why an action is not possible.
    package func problem(_ action: RolloutAction, _ state: RolloutState) -> RefusalReason {
        let words = "rollout \(Quotation.of(name)) \(RolloutWords.words(for: state))"
        return switch (action, state) {
        case (.back, .absent): RefusalReason("\(words), so there is nothing to take back")
        case (_, .complete):
            RefusalReason(
                words, advice: "To publish another default, use `experiments template set \(key) VALUE`.")
        case (_, .absent): RefusalReason(words, advice: "Use `experiments rollout start` to start it.")
        case (_, .edited):
            RefusalReason(
                words,
                advice: "Undo that change, or use `experiments rollout back` to give all users the old value."
            )
        case (_, .withoutValue):
            RefusalReason(
                words,
                advice:
                    "Remove or rename that condition. `experiments template condition list` shows all conditions."
            )
        case (.finish, .present(_, .takenBack)):
            RefusalReason(words, advice: "Use `experiments rollout start` to start it again.")
        case (.finish, .present):
            RefusalReason(
                "\(words), not at its last step, \(RolloutWords.percent(lastStep)); nothing was published")
        default: RefusalReason(words)
        }
    }

    /// Returns the description of the version that an action publishes.
    ///
    /// - Parameter reason: why, in a few words.
    package func note(_ action: RolloutAction, from state: RolloutState, because reason: String? = nil)
        -> String
    {
        let before = state.percent.map { RolloutWords.percent($0) } ?? "?%"
        let after = self.state(after: action, in: state)?.percent.map { RolloutWords.percent($0) } ?? before
        let isSame = before.isExactly(after)
        let shares: String
        let words: String
        switch action {
        case .start:
            shares = isSame ? after : "\(before) → \(after)"
            words = isSame ? "goes on" : "started"
        case .step:
            shares = "\(before) → \(after)"
            words = ""
        case .stop:
            shares = after
            words = RolloutWords.stopped
        case .back:
            shares = isSame ? "0%" : "\(before) → 0%"
            words = "taken back"
        case .finish:
            shares = before
            words = "finished; \(key) is \(Quotation.of(value))"
        }
        let parts = [shares, words, reason ?? ""].filter { !$0.isEmpty }
        return RolloutWords.cut("\(name): \(parts.joined(separator: ", "))", to: Self.longestNote)
    }

    /// The longest description that is sent, in characters.
    private static let longestNote = 250
}
