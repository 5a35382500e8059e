/// The data of an experiment at one time.
public struct ExperimentData: Sendable, Hashable {
    /// The number of users in each group, by the split that was in force when they came. Users in several groups are
    /// not counted.
    public var phases: [PhaseCounts]
    /// The number of users in more than one group.
    public var mixedUsers: Int
    /// Days since the start.
    public var days: Double
    /// The recent number of users per day; nil for the mean of all days.
    public var usersPerDay: Double?
    /// The totals by metric, and within it by group, in the orders of the design. Missing totals have no users.
    public var totals: [[GroupTotals]]

    /// Creates the data of an experiment.
    public init(
        phases: [PhaseCounts], mixedUsers: Int = 0, days: Double, usersPerDay: Double? = nil, totals: [[GroupTotals]]
    ) {
        (self.phases, self.mixedUsers, self.days) = (phases, mixedUsers, days)
        (self.usersPerDay, self.totals) = (usersPerDay, totals)
    }

    func totals(_ metric: Int, _ group: Int) -> GroupTotals {
        guard totals.indices.contains(metric), totals[metric].indices.contains(group) else { return GroupTotals() }
        return totals[metric][group]
    }
}

/// The evidence of all looks at an experiment so far, by metric and treatment.
///
/// It begins empty, or with looks that were stored, and each look with ``ExperimentDesign/look(at:evidence:)`` adds to
/// it.
public struct ExperimentEvidence: Sendable, Hashable {
    private var parts: [[SequentialEvidence]]

    /// Creates evidence without looks.
    public init(_ design: ExperimentDesign) {
        let sequence = design.sequence
        parts = design.metrics.map { metric in
            let none = SequentialEvidence(sequence, levels: design.levels(metric.role))
            return Array(repeating: none, count: design.groups.count)
        }
    }

    /// The evidence for one metric and group, by their indices in the design.
    public internal(set) subscript(metric: Int, group: Int) -> SequentialEvidence? {
        get { has(metric, group) ? parts[metric][group] : nil }
        set {
            if let newValue, has(metric, group) { parts[metric][group] = newValue }
        }
    }

    /// Adds a look, for example one that was stored.
    ///
    /// - Returns: whether it changed the evidence, so that it should be stored.
    @discardableResult
    public mutating func record(_ look: Look, metric: Int, group: Int) -> Bool {
        has(metric, group) && parts[metric][group].record(look)
    }

    private func has(_ metric: Int, _ group: Int) -> Bool {
        parts.indices.contains(metric) && parts[metric].indices.contains(group)
    }
}
