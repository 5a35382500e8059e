import ExperimentsSupport
import Foundation

/// A day in UTC.
package struct EventDay: Sendable, Hashable, Comparable, Strideable, CustomStringConvertible {
    /// Days since 1 January 1970.
    package var number: Int

    package init(_ number: Int) { self.number = number }

    /// The day of a time.
    package init(of date: Date) { self.init(milliseconds: date.eventMilliseconds) }

    /// The day of a time in milliseconds since 1970.
    package init(milliseconds: Int64) {
        let (quotient, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
        self.init(Int(quotient) - (rest < 0 ? 1 : 0))
    }

    /// When it begins.
    package var start: Date { Date(timeIntervalSince1970: Double(number) * 86_400) }

    package static func < (a: EventDay, b: EventDay) -> Bool { a.number < b.number }
    package func distance(to other: EventDay) -> Int { other.number - number }
    package func advanced(by days: Int) -> EventDay { EventDay(number + days) }

    /// `2026-03-01`.
    package var description: String { String(RFC3339.text(of: start).prefix(10)) }
}

extension Date {
    /// Milliseconds since 1970, which stores keep; of dates that no calendar knows, the nearest that have some.
    package var eventMilliseconds: Int64 {
        let milliseconds = (timeIntervalSince1970 * 1000).rounded()
        return milliseconds.isNaN ? 0 : Int64(max(-1e17, min(1e17, milliseconds)))
    }

    package init(eventMilliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(eventMilliseconds) / 1000)
    }
}
