/// What is known of an experiment at one time.
public struct ExperimentData: Sendable, Hashable {
    /// The users of each group, by the split in force when they came. Those in several groups are not among them.
    public var phases: [PhaseCounts]
    /// How many users were seen in more than one group.
    public var mixedUsers: Int
    /// Days since the start.
    public var days: Double
    /// How many users came a day lately; nil for the mean of all days.
    public var usersPerDay: Double?
    /// Totals by metric, and in it by group, in the design's orders. What is left out has no users.
    public var totals: [[GroupTotals]]

    /// Data of an experiment.
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

/// What all looks at an experiment so far say, by metric and treatment.
///
/// It is begun empty, or from looks that were kept, and grows with each look that is taken by
/// ``ExperimentDesign/look(at:evidence:)``.
public struct ExperimentEvidence: Sendable, Hashable {
    private var parts: [[SequentialEvidence]]

    /// No looks so far.
    public init(_ design: ExperimentDesign) {
        let sequence = design.sequence
        parts = design.metrics.map { metric in
            let none = SequentialEvidence(sequence, levels: design.levels(metric.role))
            return Array(repeating: none, count: design.groups.count)
        }
    }

    /// The evidence of one metric and group, both by their places in the design.
    public internal(set) subscript(metric: Int, group: Int) -> SequentialEvidence? {
        get { has(metric, group) ? parts[metric][group] : nil }
        set {
            if let newValue, has(metric, group) { parts[metric][group] = newValue }
        }
    }

    /// Takes account of a look, one that was kept for instance.
    ///
    /// - Returns: whether it said anything that is to be kept.
    @discardableResult
    public mutating func record(_ look: Look, metric: Int, group: Int) -> Bool {
        has(metric, group) && parts[metric][group].record(look)
    }

    private func has(_ metric: Int, _ group: Int) -> Bool {
        parts.indices.contains(metric) && parts[metric].indices.contains(group)
    }
}
