/// What may be wrong with events, and is no outcome of theirs: numbers of events.
package struct EventDoubts: Sendable, Hashable {
    /// The time before an exposure in which an event looks as if one of them were in another time zone, in milliseconds: a
    /// day.
    static let shortTime: Int64 = 86_400_000

    /// Events of a metric from less than a day before their unit's first exposure.
    package var justBefore = 0
    /// Events without a value, of which a metric needs the value.
    package var withoutValue = 0

    package init() {}

    /// Whether an event lies just before an exposure, both in milliseconds since 1970.
    static func isJustBefore(_ event: Int64, _ exposure: Int64) -> Bool {
        (1..<shortTime).contains(exposure &- event)
    }
}
