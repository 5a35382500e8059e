import ExperimentEvents
import ExperimentStatistics
import Foundation
import TestSupport

/// The paywall experiment of a shop, and its events.
enum Shop {
    /// Noon of 1 March 2026 in UTC.
    static let noon = Date(timeIntervalSince1970: 1_772_366_400)
    static let day = 86_400.0

    static let paywall = ExperimentDefinition("paywall", key: "paywall_type", groups: ["a", "b"])
    static let definitions = EventDefinitions(
        experiments: [paywall],
        metrics: [
            MetricDefinition("purchase", event: "order"),
            MetricDefinition("revenue", kind: .sum, event: "order"),
            MetricDefinition("mean", kind: .mean, event: "order"),
            MetricDefinition("clicks per view", kind: .ratio, event: "click", denominatorEvent: "view"),
        ])

    /// Makes the tables of a database those of the fifth version.
    static let tablesOfVersion5 = """
        DROP TABLE import; DROP TABLE import_outcome; DROP TABLE missing_event; DROP TABLE earlier_tally;
        ALTER TABLE event DROP COLUMN import; ALTER TABLE event DROP COLUMN is_earlier;
        ALTER TABLE assignment DROP COLUMN exposures; ALTER TABLE sums DROP COLUMN tails;
        DROP TABLE shown; DROP TABLE shown_users; DROP TABLE shown_sums; DROP TABLE shown_cap;
        ALTER TABLE assignment DROP COLUMN stays; ALTER TABLE users DROP COLUMN came_back
        """

    static func exposure(_ user: String, _ group: String, _ hours: Double) -> TrackedEvent {
        .exposure(ExposureEvent(experiment: "paywall", group: group, unit: user, at: noon + hours * 3600))
    }

    static func event(_ name: String, _ user: String, _ hours: Double, value: Double?, id: UInt64?)
        -> TrackedEvent
    {
        .metric(MetricEvent(name, unit: user, at: noon + hours * 3600, value: value, id: id))
    }

    /// Events of some users, in no order, some of them twice.
    static func events(_ count: Int, _ random: inout SeededGenerator) -> [TrackedEvent] {
        (0..<count).map { index in
            let user = "user \(Int.random(in: 0..<30, using: &random))"
            let hours = Double.random(in: -100...200, using: &random)
            let name = ["order", "click", "view", "scroll"].randomElement(using: &random) ?? ""
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1: return exposure(user, Int.random(in: 0..<15, using: &random) == 0 ? "b" : "a", hours)
            case 2: return event(name, user, hours, value: nil, id: UInt64(index / 2))
            default:
                return event(
                    name, user, hours, value: Double.random(in: 0...90, using: &random), id: UInt64(index))
            }
        }
    }

    /// All that totals say, without cells of which nothing is left, in as many digits as any order of adding leaves alike.
    static func figures(_ totals: [ExperimentTotals]) -> [String] {
        totals.flatMap { totals in
            let users = totals.users.map { "\($0.key) \($0.value)" }
            let values = totals.values.flatMap { metric, cells in
                cells.compactMap { cell, sums -> String? in
                    let figures = sums.parts.map {
                        String(format: "%.6f", abs($0.value) < 1e-7 ? 0 : $0.value)
                    }
                    return figures.allSatisfy { $0 == "0.000000" } ? nil : "\(metric) \(cell) \(figures)"
                }
            }
            let times =
                "\(String(describing: totals.firstExposure)) \(String(describing: totals.lastExposure))"
            return ([totals.experiment, times] + users + values).sorted()
        }
    }

    /// Events of some users, in no order, each with an ID of its own, and with exposures in whole quarters of an hour.
    static func distinctEvents(_ count: Int, _ random: inout SeededGenerator) -> [TrackedEvent] {
        (0..<count).map { index in
            let user = "user \(Int.random(in: 0..<15, using: &random))"
            // No two at one time.
            let hours = Double(index * 7919 % 1200 - 400) / 4
            let name = ["order", "click", "view", "scroll"].randomElement(using: &random) ?? ""
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1: return exposure(user, Int.random(in: 0..<15, using: &random) == 0 ? "b" : "a", hours)
            case 2: return event(name, user, hours, value: nil, id: UInt64(index))
            default:
                let value = Double(Int.random(in: -100...9000, using: &random)) / 100
                return event(name, user, hours, value: value, id: UInt64(index))
            }
        }
    }
}

extension ExperimentTotals {
    /// All that totals say, to the last bit.
    var exactFigures: [String] {
        let users = users.map { "\($0.key) \($0.value)" }
        let values = values.flatMap { metric, cells in
            cells.map { cell, sums in "\(metric) \(cell) \(sums.unitsWithValue) \(sums.parts)" }
        }
        return (users + values + ["\(String(describing: firstExposure?.eventMilliseconds)) \(caps)"]).sorted()
    }
}
