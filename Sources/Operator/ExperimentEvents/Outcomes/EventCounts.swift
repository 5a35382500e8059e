/// The number of events with each outcome.
package struct EventCounts: Sendable, Hashable {
    private var counts: [EventOutcome: Int] = [:]
    /// Possible problems with these events, regardless of their outcome.
    package var doubts = EventDoubts()

    package init() {}

    /// Creates counts. Outcomes that are not included are 0.
    package init(_ counts: [EventOutcome: Int]) {
        self.counts = counts.filter { $0.value != 0 }
    }

    /// Returns the number of events with an outcome.
    package subscript(outcome: EventOutcome) -> Int { counts[outcome] ?? 0 }

    /// Adds one event, or several.
    package mutating func add(_ outcome: EventOutcome, _ count: Int = 1) {
        if count != 0 { counts[outcome, default: 0] += count }
    }

    /// The number of all events.
    package var all: Int { counts.values.reduce(0, +) }

    /// The outcomes that occurred, in the order of listings.
    package var listed: [(outcome: EventOutcome, count: Int)] {
        EventOutcome.allCases.compactMap { outcome in counts[outcome].map { (outcome, $0) } }
    }

    /// Returns whether the outcomes are the same. Doubts are ignored, because they depend on the order of arrival.
    package static func == (a: EventCounts, b: EventCounts) -> Bool { a.counts == b.counts }

    package func hash(into hasher: inout Hasher) { hasher.combine(counts) }

    package static func += (a: inout EventCounts, b: EventCounts) {
        for (outcome, count) in b.counts { a.add(outcome, count) }
        a.doubts.justBefore += b.doubts.justBefore
        a.doubts.withoutValue += b.doubts.withoutValue
    }
}
