import ExperimentsCore

/// Finds out which steps of a team's journal are new to a reader.
package struct TeamSteps: Sendable, Hashable {
    /// The last step that was read; nil before the journal was.
    private var last: Int?

    /// Steps that a reader has not seen yet.
    package struct Unread: Sendable, Hashable {
        /// The steps, the oldest first.
        package let steps: [OverrideStep]
        /// Whether they were made since the journal was read first; else they were there before.
        package let areNews: Bool
    }

    /// A reader that has seen nothing yet.
    package init() {}

    /// Returns the steps that were added since the call before; with the first, those that were there already.
    package mutating func read(_ view: TeamView) -> Unread {
        let known = last
        guard let newest = view.journal.steps.last?.number else {
            // The first change of all is news, too, once it is known that there was none.
            if view.status.state == .connected, known == nil { last = 0 }
            return Unread(steps: [], areNews: known != nil)
        }
        last = max(newest, known ?? 0)
        return Unread(steps: view.journal.steps.filter { $0.number > known ?? 0 }, areNews: known != nil)
    }
}

extension OverrideSet {
    /// The overrides of layers without the lowest, which is the team's.
    package init(besideTeamIn layers: [OverrideLayer]) { self.init(merging: Array(layers.dropFirst())) }
}
