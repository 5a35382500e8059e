import ExperimentsCore
import Foundation

extension KeyListing {
    /// What is to be listed.
    package struct Choice: Sendable, Hashable {
        /// Which keys; nil while none are on the screen.
        package var scope: KeyScope?
        package var filter: Filter
        package var sort: KeyOrder
        /// Whether only what the last fetch changed is listed.
        package var onlyChanged: Bool
        /// The names of the groups that are closed; nil for a list without groups.
        package var collapsedGroups: Set<String>?

        package init(
            scope: KeyScope? = .all, filter: Filter = Filter(), sort: KeyOrder = KeyOrder(),
            onlyChanged: Bool = false, collapsedGroups: Set<String>? = nil
        ) {
            self.scope = scope
            self.filter = filter
            self.sort = sort
            self.onlyChanged = onlyChanged
            self.collapsedGroups = collapsedGroups
        }
    }

    /// What is listed from.
    package struct Content: Sendable {
        package let report: Report
        package var times: ChangeTimes
        /// What the last fetch that changed anything changed.
        package var lastChanges: [String: ChangeKind]
        package var now: Date
        /// How long keys have been at their defaults, where that was asked for.
        package var ages = DefaultAges.none

        package init(
            report: Report, times: ChangeTimes = ChangeTimes(), lastChanges: [String: ChangeKind] = [:],
            now: Date = .distantPast
        ) {
            self.report = report
            self.times = times
            self.lastChanges = lastChanges
            self.now = now
        }
    }
}

/// Which keys of a report a list is about.
package enum KeyScope: Sendable, Hashable, CaseIterable {
    /// All of them, whatever they come to.
    case all
    case missing
    case incorrect
    /// Those with an override, in force or not, and the overrides of names that the report does not know.
    case overrides
}
