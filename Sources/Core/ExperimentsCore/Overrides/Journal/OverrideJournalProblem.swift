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
