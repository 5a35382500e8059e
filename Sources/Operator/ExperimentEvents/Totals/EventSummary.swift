import Foundation

/// The content of a store, in numbers.
package struct EventSummary: Sendable, Hashable {
    /// The outcomes of all events since the store was created.
    package var counts: EventCounts
    /// The experiments of which exposures are known, in the order of their names.
    package var experiments: [Experiment]
    /// The events that are kept one by one, by name.
    package var kept: [String: Int]
    /// Events that came before this and that nothing counted were removed; nil if all are still there.
    package var prunedUntil: Date?

    /// An experiment of which exposures are known.
    package struct Experiment: Sendable, Hashable {
        package var name: String
        /// Whether the project declares it.
        package var isDeclared: Bool
        package var users: Int
        package var mixed: Int

        package init(name: String, isDeclared: Bool, users: Int, mixed: Int) {
            (self.name, self.isDeclared, self.users, self.mixed) = (name, isDeclared, users, mixed)
        }
    }

    package init(
        counts: EventCounts = EventCounts(), experiments: [Experiment] = [], kept: [String: Int] = [:],
        prunedUntil: Date? = nil
    ) {
        (self.counts, self.experiments, self.kept, self.prunedUntil) = (counts, experiments, kept, prunedUntil)
    }
}
