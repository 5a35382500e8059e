import ExperimentStatistics
import Foundation

/// An experiment that a project declares: `experiments: [{name: paywall, key: paywall_type, groups: [a, b]}]`.
public struct ProjectExperiment: Sendable, Hashable {
    /// What people call it.
    public var name: String
    /// The declared key whose values are its groups.
    public var key: String?
    /// The flag of a source that it hangs on, where no key is declared for it.
    public var flag: String?
    /// The groups' names; empty where the source knows them.
    public var groups: [String]
    /// The group that the others are compared with; nil for the first.
    public var control: String?
    /// The splits of users, the earliest first; empty where the source knows them, or where all groups are alike.
    public var phases: [ProjectPhase]
    /// When it began.
    public var start: Date?
    /// What is expected of it, and why.
    public var hypothesis: String?
    /// Who answers for it.
    public var owner: String?
    /// The names of the metrics that it is judged by; nil for all that the project declares.
    public var metrics: [String]?
    /// The chance of a false verdict; nil for the usual 5 %.
    public var alpha: Double?
    /// The users at which a decision is expected; nil for the usual number.
    public var expectedUsers: Double?

    /// An experiment.
    public init(
        name: String, key: String? = nil, flag: String? = nil, groups: [String] = [], control: String? = nil,
        phases: [ProjectPhase] = [], start: Date? = nil, metrics: [String]? = nil
    ) {
        (self.name, self.key, self.flag, self.groups, self.control) = (name, key, flag, groups, control)
        (self.phases, self.start, self.metrics) = (phases, start, metrics)
    }

    /// How it is judged.
    ///
    /// - Parameters:
    ///   - metrics: the project's.
    ///   - known: the groups that its source knows, for an experiment that names none itself.
    public func design(metrics all: [ProjectMetric], known: [String] = []) -> ExperimentDesign {
        let groups = groups.isEmpty ? known : groups
        let judged = metrics.map { names in names.compactMap { name in all.first { $0.name == name } } } ?? all
        var design = ExperimentDesign(
            groups: groups, control: control.flatMap { groups.firstIndex(of: $0) } ?? 0, metrics: judged.map(\.design))
        if let alpha { design.alpha = alpha }
        if let expectedUsers { design.tuning = expectedUsers }
        return design
    }
}

/// A split of users that is in force from some time on.
public struct ProjectPhase: Sendable, Hashable {
    /// When it begins; nil for the start of the experiment.
    public var from: Date?
    /// The groups' weights, in the order of the groups.
    public var weights: [Double]

    /// A phase.
    public init(from: Date? = nil, weights: [Double]) {
        (self.from, self.weights) = (from, weights)
    }
}
