import Foundation

/// Somebody did something: OpenFeature's tracking event.
package struct MetricEvent: Sendable, Hashable {
    /// Its name, such as `purchase`.
    package var name: String
    /// Who did it.
    package var unit: String
    /// Whose event it is if only they have met an experiment: a device beside its user, for instance.
    package var otherUnits: [String]
    /// When.
    package var at: Date
    /// How much, such as what was paid; nil for what is only counted.
    package var value: Double?
    /// A number of its own, by which an event that comes twice is known; nil if it cannot come twice.
    package var id: UInt64?

    package init(
        _ name: String, unit: String, otherUnits: [String] = [], at: Date, value: Double? = nil, id: UInt64? = nil
    ) {
        (self.name, self.unit, self.otherUnits) = (name, unit, otherUnits)
        (self.at, self.value, self.id) = (at, value, id)
    }
}

/// What is told of a unit.
package enum TrackedEvent: Sendable, Hashable {
    case exposure(ExposureEvent)
    case metric(MetricEvent)

    /// Who met a group, or did something.
    package var unit: String {
        switch self {
        case .exposure(let event): event.unit
        case .metric(let event): event.unit
        }
    }

    /// When it happened.
    package var at: Date {
        switch self {
        case .exposure(let event): event.at
        case .metric(let event): event.at
        }
    }
}
