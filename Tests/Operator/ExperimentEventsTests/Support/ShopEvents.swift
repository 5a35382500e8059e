import ExperimentEvents
import ExperimentStatistics
import Foundation
import MemoryEvents

/// The paywall experiment of a shop, and its events, at times counted from a Sunday noon.
enum ShopEvents {
    /// Noon of 1 March 2026 in UTC.
    static let noon = Date(timeIntervalSince1970: 1_772_366_400)
    static let hour = 3600.0
    static let day = 24 * hour

    static let paywall = ExperimentDefinition("paywall", key: "paywall_type", groups: ["a", "b"])
    static let metrics = [
        MetricDefinition("purchase", event: "order"),
        MetricDefinition("revenue", kind: .sum, event: "order"),
        MetricDefinition("clicks per view", kind: .ratio, event: "click", denominatorEvent: "view"),
    ]
    static let definitions = EventDefinitions(experiments: [paywall], metrics: metrics)

    static func store(_ definitions: EventDefinitions = definitions) -> MemoryEventStore {
        MemoryEventStore(definitions) { noon + 30 * day }
    }

    /// `user` meets a group, so many hours after noon.
    static func exposure(
        _ user: String, _ group: String, _ hours: Double = 0, of experiment: String = "paywall"
    )
        -> TrackedEvent
    {
        .exposure(ExposureEvent(experiment: experiment, group: group, unit: user, at: noon + hours * hour))
    }

    /// `user` does something, so many hours after noon.
    static func event(
        _ name: String, _ user: String, _ hours: Double = 0, value: Double? = nil, id: UInt64? = nil
    ) -> TrackedEvent {
        .metric(MetricEvent(name, unit: user, at: noon + hours * hour, value: value, id: id))
    }
}
