import ExperimentStatistics
import ExperimentsProject
import Foundation

/// The declared experiments and metrics, for which events are counted.
///
/// A store contains them next to its totals, so that all programs that write to it count in the same way.
package struct EventDefinitions: Sendable, Hashable, Codable {
    /// The experiments. Names are unique.
    package var experiments: [ExperimentDefinition]
    /// The metrics. Names are unique.
    package var metrics: [MetricDefinition]
    /// Whether the names of units are stored next to their numbers.
    package var keepsUnitNames: Bool
    /// The names of events that metrics counted earlier: see ``eventsToKeep``.
    var countedEvents: Set<String> = []
    /// The metrics at the time when an older version of the store removed events and stored only their sums. Those sums
    /// are valid as long as the metric counts in the same way.
    package var earlierMetrics: [MetricDefinition] = []

    package init(
        experiments: [ExperimentDefinition] = [], metrics: [MetricDefinition] = [],
        keepsUnitNames: Bool = false
    ) {
        (self.experiments, self.metrics, self.keepsUnitNames) = (experiments, metrics, keepsUnitNames)
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        experiments = try values.decode([ExperimentDefinition].self, forKey: .experiments)
        metrics = try values.decode([MetricDefinition].self, forKey: .metrics)
        // Definitions from before this setting existed do not have it.
        keepsUnitNames = try values.decodeIfPresent(Bool.self, forKey: .keepsUnitNames) ?? false
        countedEvents = try values.decodeIfPresent(Set<String>.self, forKey: .countedEvents) ?? []
        earlierMetrics = try values.decodeIfPresent([MetricDefinition].self, forKey: .earlierMetrics) ?? []
    }

    /// The names of all events that metrics count or have counted. Those events remain stored, so that no edit of a
    /// metric loses any.
    package var eventsToKeep: Set<String> { countedEvents.union(events) }

    /// The names of the events that metrics count.
    var events: Set<String> { Set(metrics.flatMap { [$0.event, $0.denominatorEvent].compactMap(\.self) }) }

    /// Returns whether the sums of removed events are not valid for a metric.
    package func lacksEarlierEvents(of metric: MetricDefinition) -> Bool {
        !earlierMetrics.contains { $0.name == metric.name && $0.countsLike(metric) }
    }

    /// Returns the splits of an experiment by its source, oldest first.
    package func splits(of experiment: String) -> [SourceSplit] {
        experiments.first { $0.name == experiment }?.splits ?? []
    }

    /// Reads the definitions of a project.
    package init(_ project: Project) {
        self.init(
            experiments: project.experiments.map { experiment in
                var definition = ExperimentDefinition(experiment)
                definition.aliases = project.eventFiles.aliases(of: experiment)
                return definition
            },
            metrics: project.metrics.map(MetricDefinition.init), keepsUnitNames: project.eventUnits == .plain)
    }
}

/// A declared experiment.
package struct ExperimentDefinition: Sendable, Hashable, Codable {
    package var name: String
    /// The key whose values are its groups.
    package var key: String?
    /// The flag of a source that the experiment depends on.
    package var flag: String?
    /// The groups; empty if only the source knows them.
    package var groups: [String]
    /// The start; nil for its first exposure.
    package var start: Date?
    /// The end; nil if it has none.
    package var end: Date?
    /// The starts of all phases except the first, in order.
    package var laterPhases: [Date]
    /// The names of its metrics; nil for all.
    package var metrics: [String]?
    /// The splits by its source, oldest first. If the project declares no phases, each split begins one.
    package var splits: [SourceSplit]
    /// The time, in milliseconds, after which all apps know a new split.
    package var fetchInterval = usualFetchInterval
    /// Other names of its groups, for example from before they were renamed, with the names that count.
    package var aliases: [String: String] = [:]

    /// The time after which apps usually know a new split: Firebase's minimum fetch interval, 12 hours.
    package static let usualFetchInterval: Int64 = 12 * 3_600_000

    package init(
        _ name: String, key: String? = nil, flag: String? = nil, groups: [String] = [], start: Date? = nil,
        end: Date? = nil, laterPhases: [Date] = [], metrics: [String]? = nil, splits: [SourceSplit] = []
    ) {
        (self.name, self.key, self.flag, self.groups) = (name, key, flag, groups)
        (self.start, self.end, self.laterPhases) = (start, end, laterPhases)
        (self.metrics, self.splits) = (metrics, splits)
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        name = try values.decode(String.self, forKey: .name)
        key = try values.decodeIfPresent(String.self, forKey: .key)
        flag = try values.decodeIfPresent(String.self, forKey: .flag)
        groups = try values.decode([String].self, forKey: .groups)
        start = try values.decodeIfPresent(Date.self, forKey: .start)
        end = try values.decodeIfPresent(Date.self, forKey: .end)
        laterPhases = try values.decode([Date].self, forKey: .laterPhases)
        metrics = try values.decodeIfPresent([String].self, forKey: .metrics)
        // Definitions from before splits existed do not have them.
        splits = try values.decodeIfPresent([SourceSplit].self, forKey: .splits) ?? []
        fetchInterval =
            try values.decodeIfPresent(Int64.self, forKey: .fetchInterval) ?? Self.usualFetchInterval
        aliases = try values.decodeIfPresent([String: String].self, forKey: .aliases) ?? [:]
    }

    /// Creates a definition from an experiment of a project.
    package init(_ experiment: ProjectExperiment) {
        self.init(
            experiment.name, key: experiment.key, flag: experiment.flag, groups: experiment.groups,
            start: experiment.start ?? experiment.phases.first?.from, end: experiment.end,
            laterPhases: experiment.phases.dropFirst().compactMap(\.from), metrics: experiment.metrics)
        fetchInterval =
            experiment.fetchInterval.map { $0.components.seconds * 1000 } ?? Self.usualFetchInterval
    }

    /// Returns the index of the active phase at a time, in milliseconds since 1970; a negative number if users who come
    /// then do not count.
    package func phase(at milliseconds: Int64) -> Int {
        if let start, milliseconds < start.eventMilliseconds { return ExperimentTotals.beforeStart }
        if let end, milliseconds >= end.eventMilliseconds { return ExperimentTotals.afterEnd }
        let split = split(at: milliseconds)
        guard split > 0, fetchInterval > 0 else { return split }
        let age = milliseconds.subtractingReportingOverflow(phaseStarts[split - 1].eventMilliseconds)
        return !age.overflow && age.partialValue < fetchInterval ? ExperimentTotals.betweenPhases : split
    }

    /// Returns the index of the split that is published at a time. Apps may not know it yet.
    func split(at milliseconds: Int64) -> Int { phaseStarts.count { $0.eventMilliseconds <= milliseconds } }

    /// Whether it has several phases.
    package var hasLaterPhases: Bool { !laterPhases.isEmpty || splits.count > 1 }

    /// The starts of all phases except the first, from the project or otherwise from the source.
    package var phaseStarts: [Date] { laterPhases.isEmpty ? splits.dropFirst().map(\.from) : laterPhases }

    /// Returns whether a metric is one of the experiment's.
    package func counts(_ metric: String) -> Bool { metrics?.contains(metric) ?? true }
}

/// A declared metric.
package struct MetricDefinition: Sendable, Hashable, Codable {
    package var name: String
    package var kind: MetricKind
    /// The event that the metric counts; the numerator of a ratio.
    package var event: String
    /// The event in the denominator of a ratio.
    package var denominatorEvent: String?
    /// The number of milliseconds after the first exposure in which events count; nil for no limit.
    package var window: Int64?
    /// The number of milliseconds after the first exposure before events count; nil if all count.
    package var windowStart: Int64?
    /// The largest value of one unit, if it is a number.
    package var cap: Double?
    /// The share of units, such as 0.99, whose values are not capped. The value at that percentile is the maximum.
    package var capPercentile: Double?
    /// True if a ratio counts its events even if they have values; otherwise nil, as in the definitions of older
    /// versions.
    package var countsEvents: Bool?

    package init(
        _ name: String, kind: MetricKind = .proportion, event: String, denominatorEvent: String? = nil,
        window: Duration? = ProjectMetric.usualWindow, windowStart: Duration? = nil, cap: Cap? = nil
    ) {
        (self.name, self.kind, self.event, self.denominatorEvent) = (name, kind, event, denominatorEvent)
        func milliseconds(_ duration: Duration?) -> Int64? {
            duration.map { $0.components.seconds.multipliedReportingOverflow(by: 1000).partialValue }
        }
        (self.window, self.windowStart) = (milliseconds(window), milliseconds(windowStart))
        switch cap {
        case .value(let limit): self.cap = limit
        case .percentile(let share, _): capPercentile = share
        case nil: break
        }
    }

    /// Returns whether an event counts at an age, in milliseconds since the first exposure.
    package func covers(_ age: Int64) -> Bool { age >= windowStart ?? 0 && window.map { age <= $0 } ?? true }

    /// Creates a definition from a metric of a project.
    package init(_ metric: ProjectMetric) {
        self.init(
            metric.name, kind: metric.design.kind, event: metric.event,
            denominatorEvent: metric.denominatorEvent,
            window: metric.window, windowStart: metric.windowStart, cap: metric.design.cap)
        if metric.countsEvents { countsEvents = true }
    }
}

extension EventDefinitions {
    /// The names of the events that the metrics of an experiment count, in alphabetical order.
    package func events(of experiment: String) -> [String] {
        let definition = experimentsByName[experiment]
        let counted = metrics.filter { definition?.counts($0.name) ?? true }
        return Set(counted.flatMap { [$0.event, $0.denominatorEvent].compactMap(\.self) }).sorted()
    }

    /// Returns the names of the events for which every metric of an experiment needs a value.
    package func eventsThatNeedValues(of experiment: String) -> Set<String> {
        let definition = experimentsByName[experiment]
        let counted = metrics.filter { definition?.counts($0.name) ?? true }
        let others = counted.filter { $0.kind != .sum && $0.kind != .mean }
        return Set(counted.map(\.event)).subtracting(
            others.flatMap { [$0.event, $0.denominatorEvent].compactMap(\.self) })
    }
}

/// Stored by its name.
extension MetricKind: Codable {}

/// The split of an experiment's users by a source, from the time at which it was first seen.
///
/// The numbers of users must be compared with the split that applied when the users came. A source reports only its
/// current split, so earlier splits are stored with the events.
package struct SourceSplit: Sendable, Hashable, Codable {
    /// A value for a part of the users.
    package struct Arm: Sendable, Hashable, Codable {
        /// The name at the source; nil if it has none.
        package var name: String?
        /// The text of the value; nil for the app's own default.
        package var value: String?
        /// The intended share of users, from 0 to 1.
        package var share: Double

        package init(name: String?, value: String?, share: Double) {
            (self.name, self.value, self.share) = (name, value, share)
        }
    }

    /// The time when it was first seen. The first split of an experiment is also used for all users before it.
    package var from: Date
    /// The source of the split.
    package var source: String
    /// The arms, in the source's order.
    package var arms: [Arm]

    package init(from: Date, source: String, arms: [Arm]) {
        (self.from, self.source, self.arms) = (from, source, arms)
    }
}

extension [SourceSplit] {
    /// The maximum number of stored splits of an experiment. More changes are not stored, because something that
    /// changes more often is not an experiment.
    private static var limit: Int { 1000 }

    /// Returns whether a split differs from the last one. Splits of other sources are ignored: only those of the first
    /// seen source are recorded.
    package func isChanged(by split: SourceSplit) -> Bool {
        guard let last else { return true }
        return count < Self.limit && last.source == split.source && last.arms != split.arms
            && last.from < split.from
    }
}
