import ExperimentStatistics
import Foundation

/// An experiment that a project declares: `experiments: [{name: paywall, key: paywall_type, groups: [a, b]}]`.
public struct ProjectExperiment: Sendable, Hashable {
    /// The name for people.
    public var name: String
    /// The declared key whose values are its groups.
    public var key: String?
    /// The flag of a source, if no key is declared for it.
    public var flag: String?
    /// The names of the groups; empty if the source knows them.
    public var groups: [String]
    /// The group that others are compared with; nil for the first one.
    public var control: String?
    /// The splits of users, the earliest first; empty if the source knows them, or if all groups have the same size.
    public var phases: [ProjectPhase]
    /// The time at which it began.
    public var start: Date?
    /// The time at which it ends. Users who come then or later are not counted. Nil if it has no end.
    public var end: Date?
    /// The expected result, and the reason for it.
    public var hypothesis: String?
    /// The person who is responsible.
    public var owner: String?
    /// The names of its metrics; nil for all metrics of the project.
    public var metrics: [String]?
    /// The probability of a false verdict; nil for the default of 5%.
    public var alpha: Double?
    /// The number of users at which a decision is expected; nil for the default.
    public var expectedUsers: Double?
    /// The time after which all apps know a new split; nil for the default of 12 hours.
    public var fetchInterval: Duration?
    /// Whether a project file declares it; false for one from a source.
    public var isDeclared = true

    /// Creates an experiment.
    public init(
        name: String, key: String? = nil, flag: String? = nil, groups: [String] = [], control: String? = nil,
        phases: [ProjectPhase] = [], start: Date? = nil, end: Date? = nil, metrics: [String]? = nil
    ) {
        (self.name, self.key, self.flag, self.groups, self.control) = (name, key, flag, groups, control)
        (self.phases, self.start, self.end, self.metrics) = (phases, start, end, metrics)
    }

    /// Returns the design for its statistics.
    ///
    /// - Parameters:
    ///   - all: the metrics of the project.
    ///   - known: the groups according to its source, for an experiment that declares none.
    public func design(metrics all: [ProjectMetric], known: [String] = []) -> ExperimentDesign {
        let groups = groups.isEmpty ? known : groups
        let judged =
            metrics.map { names in names.compactMap { name in all.first { $0.name == name } } } ?? all
        var design = ExperimentDesign(
            groups: groups, control: control.flatMap { groups.firstIndex(of: $0) } ?? 0,
            metrics: judged.map(\.design))
        if let alpha { design.alpha = alpha }
        if let expectedUsers { design.tuning = expectedUsers }
        return design
    }
}

/// A split of users from some time on.
public struct ProjectPhase: Sendable, Hashable {
    /// The time at which it begins; nil for the start of the experiment.
    public var from: Date?
    /// The weights, in the order of the groups.
    public var weights: [Double]

    /// Creates a phase.
    public init(from: Date? = nil, weights: [Double]) {
        (self.from, self.weights) = (from, weights)
    }
}

/// A metric that a project declares: `metrics: [{name: purchase, event: order_completed}]`.
public struct ProjectMetric: Sendable, Hashable {
    /// The default time after a user's first exposure during which events count: three days.
    public static let usualWindow: Duration = .seconds(72 * 3600)

    /// The design for the statistics.
    public var design: MetricDesign
    /// The event that is counted, or the numerator of a ratio.
    public var event: String
    /// The denominator of a ratio.
    public var denominatorEvent: String?
    /// Whether a ratio counts its events, even if they have values.
    public var countsEvents = false
    /// The time after a user's first exposure during which events count; nil for no limit.
    public var window: Duration?
    /// The time after a user's first exposure before events count, for example one day for users who come back on the
    /// next day; nil if they count from the exposure.
    public var windowStart: Duration?
    /// Whether only users whose window is over count. Such a metric must have a window.
    public var countsCompleteWindowsOnly = false

    /// Creates a metric.
    public init(
        design: MetricDesign, event: String, denominatorEvent: String? = nil, window: Duration? = usualWindow
    ) {
        (self.design, self.event, self.denominatorEvent, self.window) = (
            design, event, denominatorEvent, window
        )
    }

    /// The name in the project file.
    public var name: String { design.name }
}
