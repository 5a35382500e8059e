import ExperimentEvents
import ExperimentStatistics
import ExperimentsProject
import Foundation
import TestSupport

/// A random project with random events, the same for the same seed.
struct RandomProject {
    static let start = Date(timeIntervalSince1970: 1_772_323_200)  // 2026-03-01
    static let now = start + 30 * 86_400

    private(set) var project = Project(folder: "", sources: [])
    private(set) var exposures: [ExposureEvent] = []
    /// The events, with their IDs as texts, in the order of their times.
    private(set) var events: [(event: MetricEvent, id: String?)] = []
    private var random: SeededGenerator

    private static let second: Int64 = 1000
    private static let hour = 3600 * second
    private static let day = 24 * hour

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        declare()
        for user in 0..<(20 + random.below(60)) { add("user \(user)") }
        events.sort { a, b in
            let (x, y) = (a.event, b.event)
            if x.at != y.at { return x.at < y.at }
            if x.unit != y.unit { return x.unit < y.unit }
            return (x.value ?? .infinity) < (y.value ?? .infinity)
        }
    }

    private mutating func isLucky(_ percent: Int) -> Bool { random.below(100) < percent }

    private mutating func pick<Value>(_ values: [Value]) -> Value { values[random.below(values.count)] }

    private mutating func declare() {
        var experiment = ProjectExperiment(
            name: "Paywall", key: "paywall_type", groups: Array(["a", "b", "c"].prefix(2 + random.below(2))))
        if isLucky(70) { experiment.start = Self.start + Double(2 + random.below(3)) * 86_400 }
        if isLucky(40) { experiment.end = Self.start + Double(15 + random.below(8)) * 86_400 }
        let later = pick([0, 0, 1, 2])
        if later > 0 {
            let weights = experiment.groups.map { _ in 1.0 }
            experiment.phases = (0...later).map { index in
                let from =
                    index == 0
                    ? nil : Self.start + Double(4 + 4 * index) * 86_400 + Double(random.below(24)) * 3600
                return ProjectPhase(from: from, weights: weights)
            }
            if isLucky(50) { experiment.fetchInterval = .seconds(pick([0, 3600, 86_400, 5 * 86_400])) }
        }
        project.experiments = [experiment]
        if isLucky(30) { project.experiments.append(ProjectExperiment(name: "Other", key: "paywall_type")) }
        if isLucky(30) { project.eventFiles.groups = ["old a": "a"] }
        if isLucky(30) { project.eventFiles.names = ["Bought": "buy"] }
        project.metrics = (0..<(1 + random.below(5))).map { metric("metric \($0)") }
        project.warehouse = ProjectWarehouse(
            .sqlite, command: ["sqlite3"],
            exposures: .init(
                .table(["exposures"]),
                columns: [.unit: "user \"id\"", .experiment: "experiment", .group: "group", .at: "at"]),
            events: .init(
                .table(["events"]),
                columns: [.unit: "unit", .name: "name", .at: "at", .value: "value", .id: "id"]))
    }

    private mutating func metric(_ name: String) -> ProjectMetric {
        var design = MetricDesign(name: name)
        design.kind = pick(MetricKind.allCases)
        switch design.kind {
        case .count, .sum:
            design.cap = pick([nil, .value(2.5), .percentile(pick([0.5, 0.9, 0.99]), ofPositive: false)])
        case .mean: design.cap = pick([nil, .value(3)])
        case .proportion, .ratio: break
        }
        var metric = ProjectMetric(
            design: design, event: pick(["buy", "view"]),
            denominatorEvent: design.kind == .ratio ? pick(["view", "open"]) : nil,
            window: pick([.seconds(86_400), .seconds(72 * 3600), nil]))
        if isLucky(20) { metric.windowStart = .seconds(3600) }
        if design.kind == .ratio { metric.countsEvents = isLucky(40) }
        return metric
    }

    /// A time near others, and often at a limit.
    private mutating func time(around times: [Int64]) -> Int64 {
        let limits = [
            0, 1, -1, 500, -500, -999, Self.hour, Self.day, 3 * Self.day, -14 * Self.day, -14 * Self.day - 1,
        ]
        switch random.below(4) {
        case 0:
            let exact = pick(times) + pick(limits.map { Int64($0) })
            return isLucky(30) ? exact / Self.second * Self.second : exact
        case 1: return pick(times) + Int64(random.below(Int(4 * Self.day)))
        default: return Self.start.eventMilliseconds + Int64(random.below(Int(31 * Self.day)))
        }
    }

    private mutating func add(_ user: String) {
        let declared = project.experiments[0]
        let limits = [declared.start, declared.end].compactMap(\.self) + declared.phases.compactMap(\.from)
        var times = limits.map(\.eventMilliseconds) + [Self.start.eventMilliseconds + 6 * Self.day]
        var group = pick(declared.groups)
        for _ in 0..<(1 + random.below(5)) {
            // The store keeps the first of several exposures in a quarter of an hour.
            let at = time(around: times)
            times.append(at)
            if isLucky(12) { group = pick(declared.groups + ["old a", "stranger"]) }
            exposures.append(
                ExposureEvent(
                    experiment: isLucky(80) ? "Paywall" : "paywall_type", group: group, unit: user,
                    at: Date(eventMilliseconds: at)))
        }
        for _ in 0..<random.below(9) {
            let value = pick([nil, 1, 2.5, 9.99, -9.99, 0.1, -0.25, 1_000_000_000.5, 100])
            let id = isLucky(40) ? "id \(random.below(60))" : nil
            let event = MetricEvent(
                pick(["buy", "view", "open", "Bought", "unused"]), unit: isLucky(95) ? user : "nobody",
                at: Date(eventMilliseconds: time(around: times)), value: value)
            events.append((event, id))
        }
    }
}

extension RandomProject {
    /// The events as a file of events would give them.
    var tracked: [TrackedEvent] {
        let names = project.eventFiles.names
        return exposures.map { .exposure($0) }
            + events.map { event, id in
                var event = event
                event.name = names[event.name] ?? event.name
                // The same text gives the same number.
                event.id = id.map { text in UInt64(text.dropFirst(3)).map { $0 + 1 } ?? 0 }
                return .metric(event)
            }
    }
}
