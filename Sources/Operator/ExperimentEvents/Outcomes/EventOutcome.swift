/// The outcome of an event. Each event has exactly one, and all are counted.
package enum EventOutcome: String, Sendable, Hashable, CaseIterable, Codable {
    // Exposures.
    /// The unit is new to the experiment.
    case exposed
    /// The unit is new to an undeclared experiment. It counts when the experiment is declared.
    case undeclared
    /// The unit is new to the experiment, in a group that the experiment does not declare.
    case unknownGroup = "unknown_group"
    /// The unit is new, but was exposed before the experiment started. It counts when it is exposed again.
    case beforeStart = "before_start"
    /// The unit was already known to be in the group.
    case repeated
    /// The unit was already known, but was exposed earlier than known.
    case earlier
    /// The unit was already known in another group. It is now counted in none.
    case mixed
    /// An operator's override chose the group, so the exposure is not counted.
    case overridden

    // Events of metrics.
    /// At least one metric of an experiment counts it.
    case counted
    /// It happened before the unit's first exposure, and shows what the unit did in the past.
    case past
    /// The unit is in no experiment so far. The event is stored in case an exposure arrives late.
    case unmatched
    /// It happened outside the windows of the metrics: too soon or too late after the exposure, or too long before.
    case outsideWindow = "outside_window"
    /// The unit was seen in several groups, and is counted in none.
    case ofMixedUnit = "of_mixed_unit"
    /// Metrics need its value, but it has none.
    case withoutValue = "without_value"
    /// No metric counts events with its name. It is stored in case a metric is declared later.
    case unused

    // Either.
    /// It was stored before.
    case duplicate
    /// Its time is in the future: the clock of the sender is wrong.
    case future
    /// It is not valid, or has values that no sum can contain.
    case invalid

    /// Whether the event was left out, so that its sender may be wrong.
    package var isRefusal: Bool { self == .future || self == .invalid }

    /// The outcome in words, for people.
    package var meaning: String {
        switch self {
        case .exposed: "exposures of users who are new to their experiment"
        case .undeclared: "exposures to undeclared experiments; counted once they are declared"
        case .unknownGroup: "exposures to groups that their experiment does not declare"
        case .beforeStart:
            "exposures from before their experiment started; the users count once they are exposed again"
        case .repeated: "exposures that were already stored"
        case .earlier: "exposures that are earlier than the first stored one, and replace it"
        case .mixed: "exposures to a second group; these users are no longer counted"
        case .overridden: "exposures by an override; not counted"
        case .counted: "events that a metric counts"
        case .past: "events from before their user's first exposure: what users did in the past"
        case .unmatched: "events of users without an exposure so far; stored for late exposures"
        case .outsideWindow: "events too soon or too long after the exposure, or too long before"
        case .ofMixedUnit: "events of users in several groups; not counted"
        case .withoutValue: "events without a value that a metric needs"
        case .unused: "events that no metric uses; stored for metrics declared later"
        case .duplicate: "events that were already stored"
        case .future: "rejected: in the future"
        case .invalid: "rejected: invalid"
        }
    }
}

/// The numbers of events with possible problems that are not outcomes.
package struct EventDoubts: Sendable, Hashable {
    /// The time before an exposure, in milliseconds, in which an event looks as if one of the two were in another time
    /// zone: a day.
    static let shortTime: Int64 = 86_400_000

    /// Events of a metric from less than a day before their unit's first exposure.
    package var justBefore = 0
    /// Events without a value that a metric needs.
    package var withoutValue = 0

    package init() {}

    /// Returns whether an event is just before an exposure, both in milliseconds since 1970.
    static func isJustBefore(_ event: Int64, _ exposure: Int64) -> Bool {
        CountingRules.age(of: event, since: exposure) < 0 && (1..<shortTime).contains(exposure &- event)
    }
}
