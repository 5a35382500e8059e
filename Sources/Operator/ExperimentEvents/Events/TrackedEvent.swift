import Foundation

/// An action of a unit: OpenFeature's tracking event.
package struct MetricEvent: Sendable, Hashable {
    /// The name, such as `purchase`.
    package var name: String
    /// The unit.
    package var unit: String
    /// Other units that the event belongs to if only they are in an experiment, for example the device of a user.
    package var otherUnits: [String]
    /// The time of the event.
    package var at: Date
    /// The amount, for example a price; nil for an event that is only counted.
    package var value: Double?
    /// A unique number that identifies a repeated event; nil if the event cannot be repeated.
    package var id: UInt64?

    package init(
        _ name: String, unit: String, otherUnits: [String] = [], at: Date, value: Double? = nil,
        id: UInt64? = nil
    ) {
        self.name = name
        self.unit = unit
        self.otherUnits = otherUnits
        self.at = at
        self.value = value
        self.id = id
    }
}

/// An event of a unit.
package enum TrackedEvent: Sendable, Hashable {
    case exposure(ExposureEvent)
    case metric(MetricEvent)

    /// The unit that was exposed, or did something.
    package var unit: String {
        switch self {
        case .exposure(let event): event.unit
        case .metric(let event): event.unit
        }
    }

    /// The time of the event.
    package var at: Date {
        switch self {
        case .exposure(let event): event.at
        case .metric(let event): event.at
        }
    }
}

/// An exposure: a unit got a group of an experiment.
package struct ExposureEvent: Sendable, Hashable {
    /// The experiment as the sender names it: by its name in analytics, its key or its flag.
    package var experiment: String
    /// The key or the flag whose value put the unit in the group; nil if it is not known.
    package var key: String?
    /// The group.
    package var group: String
    /// The unit for which the group was chosen.
    package var unit: String
    /// The time of the exposure.
    package var at: Date
    /// Whether an operator's override chose the group. Such exposures are not counted.
    package var isOverridden: Bool

    package init(
        experiment: String, key: String? = nil, group: String, unit: String, at: Date,
        isOverridden: Bool = false
    ) {
        self.experiment = experiment
        self.key = key
        self.group = group
        self.unit = unit
        self.at = at
        self.isOverridden = isOverridden
    }
}
