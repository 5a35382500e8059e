extension OverrideJournal {
    /// Restores what the last of some steps changed.
    ///
    /// - Parameters:
    ///   - steps: those that can be undone, or done again.
    ///   - verb: `undo` or `redo`.
    ///   - overrides: as they are now.
    ///   - number: the step that it must be, where the caller knows one.
    ///   - force: whether keys are restored that were changed since without a step.
    /// - Returns: the step.
    /// - Throws: `OverrideJournalProblem` where there is none, or keys were changed since; the overrides are then as before.
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

/// Why a step cannot be undone or done again.
package struct OverrideJournalProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What is wrong.
    package let message: String
    /// The keys that were changed since, in alphabetical order; none where something else is the matter.
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
