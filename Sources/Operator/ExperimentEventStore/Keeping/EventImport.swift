import ExperimentEvents
import Foundation

/// An import of events from a file.
package struct EventImport: Sendable, Hashable {
    /// Its number, by which it can be undone.
    package let number: Int
    /// The path of the file, as it was given.
    package let file: String
    /// When it began.
    package let at: Date
    /// The outcomes of its events.
    package let counts: EventCounts
}

/// What was removed from a database, or would be.
package struct EventRemoval: Sendable, Hashable {
    /// The number of events that were removed.
    package var events = 0
    /// The number of exposures that were removed.
    package var exposures = 0
    /// The number of users whose exposures or events were removed.
    package var users = 0
    /// The number of users who left each experiment, by its name.
    package var leaving: [String: Int] = [:]

    /// Whether nothing was removed.
    package var isEmpty: Bool { events == 0 && users == 0 && leaving.isEmpty }
}
