import ExperimentEvents
import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject
import Foundation

/// The simulated users of the demo's shop, who take part in its experiments and may buy something. They are the same in
/// each run.
///
/// One experiment has too few users at first, and becomes a success while you watch; one loses users in one of its
/// groups; and one shows no effect.
struct DemoTraffic {
    /// The start of the demo.
    let start: Date

    /// An experiment with the users of its groups.
    private struct Course {
        let name: String
        let key: String
        /// The groups, and how many of 1,000 of their users buy.
        let groups: [(name: String, buyers: Int)]
        /// The number of days before the demo when it began.
        let days: Int
        /// The number of new users in each group on each of these days.
        let past: [Int]
        /// The number of new users in each group in a second, early in the demo.
        let now: [Int]
        let hypothesis: String
        let owner: String
    }

    private static let courses = [
        Course(
            name: "Paywall wording", key: "paywall_type",
            groups: [("control", 100), ("benefits_first", 150)], days: 2,
            past: [38, 40], now: [40, 40],
            hypothesis: "People who read about the benefits before the price subscribe more often.",
            owner: "monetization"),
        Course(
            name: "Home screen", key: "home_layout", groups: [("grid", 110), ("feed", 115)], days: 9,
            past: [118, 92],
            now: [5, 4], hypothesis: "A feed shows more products.", owner: "growth"),
        Course(
            name: "Search by meaning", key: "search_engine", groups: [("classic", 120), ("semantic", 126)],
            days: 12,
            past: [150, 151], now: [6, 6], hypothesis: "People who find what they mean buy more often.",
            owner: "search"
        ),
    ]

    /// The experiments as a project would declare them.
    var experiments: [ProjectExperiment] {
        Self.courses.map { course in
            var experiment = ProjectExperiment(
                name: course.name, key: course.key, groups: course.groups.map(\.name),
                start: begin(of: course))
            (experiment.hypothesis, experiment.owner) = (course.hypothesis, course.owner)
            return experiment
        }
    }

    /// The metrics of the experiments.
    let metrics = [
        ProjectMetric(
            design: MetricDesign(name: "purchase", leastEffect: .lift(0.05)), event: "order_completed"),
        ProjectMetric(
            design: MetricDesign(name: "revenue", kind: .sum, role: .secondary, cap: .value(500)),
            event: "order_completed"),
        ProjectMetric(
            design: MetricDesign(name: "support_request", direction: .down, role: .guardrail),
            event: "support_opened"),
    ]

    private func begin(of course: Course) -> Date { start - Double(course.days) * 86_400 }

    /// The events before the demo.
    var past: [TrackedEvent] {
        Self.courses.enumerated().flatMap { place, course in
            (0..<course.days).flatMap { day in
                let from = begin(of: course) + Double(day) * 86_400
                return events(
                    of: course, users: course.past, from: from, within: 80_000,
                    seed: UInt64(place * 1000 + day))
            }
        }
    }

    /// Returns the events in a second of the demo. There are many in the first minutes, and fewer later.
    func events(inSecond second: Int) -> [TrackedEvent] {
        Self.courses.enumerated().flatMap { place, course in
            let users = second < 120 ? course.now : course.now.map { $0 / 5 }
            return events(
                of: course, users: users, from: start + Double(second), within: 1,
                seed: UInt64(1_000_000 + second * 10 + place))
        }
    }

    private func events(
        of course: Course, users: [Int], from: Date, within seconds: Double, seed: UInt64
    ) -> [TrackedEvent] {
        var random = SplitMix64(seed: seed)
        var events: [TrackedEvent] = []
        for (group, count) in zip(course.groups, users) {
            for number in 0..<count {
                let at = from + seconds * Double(number) / Double(count)
                let unit = "\(course.key)-\(seed)-\(group.name)-\(number)"
                events.append(
                    .exposure(
                        ExposureEvent(
                            experiment: course.name, key: course.key, group: group.name, unit: unit, at: at)))
                if random.chance(group.buyers) {
                    let amount = Double(Int.random(in: 900...9000, using: &random)) / 100
                    events.append(
                        .metric(MetricEvent("order_completed", unit: unit, at: at + 0.5, value: amount)))
                }
                if random.chance(20) {
                    events.append(.metric(MetricEvent("support_opened", unit: unit, at: at + 0.5)))
                }
            }
        }
        return events
    }
}

extension SplitMix64 {
    /// Returns true in this many of 1,000 cases, at random.
    fileprivate mutating func chance(_ thousandth: Int) -> Bool {
        Int.random(in: 0..<1000, using: &self) < thousandth
    }
}
