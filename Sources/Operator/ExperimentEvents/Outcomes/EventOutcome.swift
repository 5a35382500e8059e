/// The outcome of an event. Each event has exactly one, and all are counted.
package enum EventOutcome: String, Sendable, Hashable, CaseIterable, Codable {
    // Exposures.
    /// The unit is new to the experiment.
    case exposed
    /// The unit is new to something that is declared as no experiment. It counts once that is declared.
    case undeclared
    /// The unit is new to the experiment, in a group that the experiment does not declare.
    case unknownGroup = "unknown_group"
    /// The unit is new, but was exposed before the experiment started. It counts once it is exposed again.
    case beforeStart = "before_start"
    /// The unit was known to be in the group.
    case repeated
    /// The unit was known, and met the experiment earlier than was known.
    case earlier
    /// The unit was known to be in another group: from now on it counts in none.
    case mixed
    /// An operator's override chose the group: nothing is learnt from it.
    case overridden

    // Events of metrics.
    /// At least one metric of one experiment counts it.
    case counted
    /// It happened before the unit's first exposure, and tells what the unit did in the past.
    case past
    /// The unit has met no experiment so far. The event is kept for an exposure that comes late.
    case unmatched
    /// It happened outside of the windows of the metrics: too soon or too long after the exposure, or too long before.
    case outsideWindow = "outside_window"
    /// The unit was seen in several groups, and counts in none.
    case ofMixedUnit = "of_mixed_unit"
    /// Metrics count its value, and it has none.
    case withoutValue = "without_value"
    /// No metric counts events of its name. It is kept for one that is declared later.
    case unused

    // Either.
    /// It was stored before.
    case duplicate
    /// It is to happen only tomorrow or later: the clock of whoever tells it is wrong.
    case future
    /// It cannot be understood, or has values that no sum could hold.
    case invalid

    /// Whether the event was left out, so that its sender may be wrong.
    package var isRefusal: Bool { self == .future || self == .invalid }
}

extension EventOutcome {
    /// The outcome in words, for people.
    package var meaning: String {
        switch self {
        case .exposed: "exposures of users who are new to their experiment"
        case .undeclared: "exposures to what no experiment is declared for; they count once one is"
        case .unknownGroup: "exposures to groups that their experiment does not declare"
        case .beforeStart: "exposures from before their experiment started; the users count once they are exposed again"
        case .repeated: "exposures that were known"
        case .earlier: "exposures from before the first one that was known, which is now this one"
        case .mixed: "exposures to a second group: their users count in none from now on"
        case .overridden: "exposures by an operator's override, which tell nothing"
        case .counted: "events that a metric counts"
        case .past: "events from before their user's first exposure: what users did in the past"
        case .unmatched: "events of users who met no experiment so far; kept for exposures that come late"
        case .outsideWindow: "events too soon or too long after the exposure, or too long before"
        case .ofMixedUnit: "events of users who were in several groups, and count in none"
        case .withoutValue: "events without a value, of which metrics count the value"
        case .unused: "events that no metric counts; kept for one that is declared later"
        case .duplicate: "events that were stored before"
        case .future: "left out: the clock of whoever told them is ahead"
        case .invalid: "left out: they cannot be understood"
        }
    }
}

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
