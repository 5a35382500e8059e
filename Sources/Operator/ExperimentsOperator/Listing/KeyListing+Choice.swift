import ExperimentsCore
import Foundation

extension KeyListing {
    /// The choice of keys to list.
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

    /// The keys from which the list is made.
    package struct Content: Sendable {
        package let report: Report
        package var times: ChangeTimes
        /// The changes of the last fetch that changed anything.
        package var lastChanges: [String: ChangeKind]
        package var now: Date
        /// The times for which keys have been at their defaults, if those are needed.
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
