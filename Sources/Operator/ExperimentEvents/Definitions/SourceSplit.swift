import Foundation

/// The split of an experiment's users by a source, from the time at which it was first seen.
///
/// The numbers of users must be compared with the split that applied when the users came. A source reports only its
/// current split, so earlier splits are stored beside the events.
package struct SourceSplit: Sendable, Hashable, Codable {
    /// A value that a part of the users got.
    package struct Arm: Sendable, Hashable, Codable {
        /// The name at the source; nil if it has none.
        package var name: String?
        /// The text of the value; nil for the app's own default.
        package var value: String?
        /// The intended share of users, from 0 to 1.
        package var share: Double

        package init(name: String?, value: String?, share: Double) {
            (self.name, self.value, self.share) = (name, value, share)
        }
    }

    /// When it was first seen. The first split of an experiment is also used for all users before it.
    package var from: Date
    /// The source that has it.
    package var source: String
    /// The arms, in the source's order.
    package var arms: [Arm]

    package init(from: Date, source: String, arms: [Arm]) {
        (self.from, self.source, self.arms) = (from, source, arms)
    }
}

extension [SourceSplit] {
    /// The number of splits of an experiment that are stored. Further changes are not, because something that changes
    /// more often is not an experiment.
    private static var limit: Int { 1000 }

    /// Whether a split differs from the last of these. Splits of another source are ignored: only those of the source
    /// that was seen first are recorded.
    package func isChanged(by split: SourceSplit) -> Bool {
        guard let last else { return true }
        return count < Self.limit && last.source == split.source && last.arms != split.arms && last.from < split.from
    }
}
