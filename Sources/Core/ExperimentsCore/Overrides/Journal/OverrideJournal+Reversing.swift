extension OverrideJournal {
    /// Restores what the last of several steps changed.
    ///
    /// - Parameters:
    ///   - steps: the steps that can be undone, or redone.
    ///   - verb: `undo` or `redo`.
    ///   - overrides: the overrides as they are now.
    ///   - number: the number that the step must have; nil for any.
    ///   - force: whether to restore even keys that were changed since by something other than a step.
    /// - Returns: the step.
    /// - Throws: `OverrideJournalProblem` if there is no such step, or if keys were changed since. The overrides are
    ///   then unchanged.
    package func reverse(
        _ steps: KeyPath<OverrideJournal, [OverrideStep]>, _ verb: String, _ overrides: inout OverrideSet,
        expecting number: Int?, force: Bool
    ) throws(OverrideJournalProblem) -> OverrideStep {
        guard let step = self[keyPath: steps].last else { throw .nothing(to: verb) }
        if let number, number != step.number { throw .other(step, verb) }
        let changed = step.changes.filter { overrides[$0.name] != $0.after }.map(\.name)
        guard force || changed.isEmpty else { throw .changedSince(changed, step) }
        for change in step.changes { overrides[change.name] = change.before }
        return step
    }
}

/// The reason why a step cannot be undone or redone.
package struct OverrideJournalProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What is wrong.
    package let message: String
    /// The keys that were changed since, in alphabetical order; empty if the reason is another one.
    package let keys: [String]

    /// The message.
    package var description: String { message }

    package static func nothing(to verb: String) -> OverrideJournalProblem {
        OverrideJournalProblem(message: "nothing to \(verb)", keys: [])
    }

    static func other(_ step: OverrideStep, _ verb: String) -> OverrideJournalProblem {
        OverrideJournalProblem(message: "the next to \(verb) is \(step.title) by now", keys: [])
    }

    static func changedSince(_ names: [String], _ step: OverrideStep) -> OverrideJournalProblem {
        let shown = names.prefix(5).joined(separator: ", ") + (names.count > 5 ? " and \(names.count - 5) more" : "")
        return OverrideJournalProblem(
            message: "changed since by something that keeps no journal, such as an editor: \(shown)", keys: names)
    }
}
