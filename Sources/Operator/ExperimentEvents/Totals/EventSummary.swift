import ExperimentsSupport
import Foundation

/// The content of a store, in numbers.
package struct EventSummary: Sendable, Hashable {
    /// The outcomes of all events since the store was created.
    package var counts: EventCounts
    /// The experiments with known exposures, in the order of their names.
    package var experiments: [Experiment]
    /// The number of stored events, by name.
    package var kept: [String: Int]
    /// The time up to which events that nothing counted were removed; nil if none were.
    package var prunedUntil: Date?

    /// An experiment with known exposures.
    package struct Experiment: Sendable, Hashable {
        package var name: String
        /// Whether the project declares it.
        package var isDeclared: Bool
        package var users: Int
        package var mixed: Int

        package init(name: String, isDeclared: Bool, users: Int, mixed: Int) {
            self.name = name
            self.isDeclared = isDeclared
            self.users = users
            self.mixed = mixed
        }
    }

    package init(
        counts: EventCounts = EventCounts(), experiments: [Experiment] = [], kept: [String: Int] = [:],
        prunedUntil: Date? = nil
    ) {
        self.counts = counts
        self.experiments = experiments
        self.kept = kept
        self.prunedUntil = prunedUntil
    }
}

/// A day in UTC.
package struct EventDay: Sendable, Hashable, Comparable, Strideable, CustomStringConvertible {
    /// The number of days since 1 January 1970.
    package var number: Int

    package init(_ number: Int) { self.number = number }

    /// Creates the day of a time.
    package init(of date: Date) { self.init(milliseconds: date.eventMilliseconds) }

    /// Creates the day of a time in milliseconds since 1970.
    package init(milliseconds: Int64) {
        let (quotient, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        self.init(Int(quotient) - (rest < 0 ? 1 : 0))
    }

    /// The start of the day.
    package var start: Date { Date(timeIntervalSince1970: Double(number) * 86_400) }

    package static func < (a: EventDay, b: EventDay) -> Bool { a.number < b.number }
    package func distance(to other: EventDay) -> Int { other.number - number }
    package func advanced(by days: Int) -> EventDay { EventDay(number + days) }

    /// The day as `2026-03-01`.
    package var description: String { String(RFC3339.text(of: start).prefix(10)) }
}

extension Date {
    /// The time in milliseconds since 1970, as in stores. A date out of range becomes the nearest valid one.
    package var eventMilliseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return milliseconds.isNaN ? 0 : Int64(max(-1e17, min(1e17, milliseconds)))
    }

    package init(eventMilliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(eventMilliseconds) / 1000)
    }
}
