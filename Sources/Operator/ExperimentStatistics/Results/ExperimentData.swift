/// The data of an experiment at a time.
public struct ExperimentData: Sendable, Hashable {
    /// The number of users in each group, by the split at the time of their first exposure. Users in several groups are
    /// not counted.
    public var phases: [PhaseCounts]
    /// The number of users in more than one group.
    public var mixedUsers: Int
    /// The number of days since the start.
    public var days: Double
    /// The recent number of users per day; nil for the mean of all days.
    public var usersPerDay: Double?
    /// The totals by phase, metric and group, in the orders of `phases` and of the design. Missing totals have no
    /// users.
    public var totals: [[[GroupTotals]]]
    /// The users who count for a metric so far, by metric and phase. If it is empty, all users of `phases` do.
    public var counted: [[PhaseCounts]] = []
    /// The users who do not count for a metric yet, by metric; nil for metrics that wait for no one.
    public var waiting: [OpenWindows?] = []

    /// Creates the data of an experiment.
    ///
    /// - Parameters:
    ///   - phases: the number of users in each group, by phase.
    ///   - mixedUsers: the number of users in more than one group.
    ///   - days: the days since the start.
    ///   - usersPerDay: the recent number of users per day; nil for the mean of all days.
    ///   - totals: the totals of each phase. Groups are compared within the phases in which both had a weight.
    public init(
        phases: [PhaseCounts], mixedUsers: Int = 0, days: Double, usersPerDay: Double? = nil,
        totalsByPhase totals: [[[GroupTotals]]]
    ) {
        (self.phases, self.mixedUsers, self.days) = (phases, mixedUsers, days)
        (self.usersPerDay, self.totals) = (usersPerDay, totals)
    }

    /// Creates the data of an experiment whose split never changed.
    ///
    /// - Parameters:
    ///   - phases: the number of users in each group, by phase.
    ///   - mixedUsers: the number of users in more than one group.
    ///   - days: the days since the start.
    ///   - usersPerDay: the recent number of users per day; nil for the mean of all days.
    ///   - totals: the totals by metric, and within it by group.
    public init(
        phases: [PhaseCounts], mixedUsers: Int = 0, days: Double, usersPerDay: Double? = nil,
        totals: [[GroupTotals]]
    ) {
        self.init(
            phases: phases, mixedUsers: mixedUsers, days: days, usersPerDay: usersPerDay,
            totalsByPhase: [totals])
    }

    /// Returns the totals of a group over all phases.
    package func totals(_ metric: Int, _ group: Int) -> GroupTotals {
        totals.indices.reduce(GroupTotals()) { $0 + totals(metric, group, phase: $1) }
    }

    /// Returns the totals of a group in each phase.
    package func totalsByPhase(_ metric: Int, _ group: Int) -> [GroupTotals] {
        totals.indices.map { totals(metric, group, phase: $0) }
    }

    /// Returns the totals of control and a treatment in each phase in which both had a weight.
    func pairs(_ metric: Int, control: Int, treatment: Int) -> [GroupPair] {
        // Those who return come early in a phase, so that their share of the users who count may be larger.
        let counts = counted.indices.contains(metric) ? counted[metric] : phases
        return totals.indices.filter { has(control, weightIn: $0) && has(treatment, weightIn: $0) }.map {
            phase in
            var pair = GroupPair(
                control: totals(metric, control, phase: phase),
                treatment: totals(metric, treatment, phase: phase))
            if counts.indices.contains(phase) {
                let units = Double(max(0, pair.control.units)) + Double(max(0, pair.treatment.units))
                pair.returning = counts[phase].shareOfReturning * units
            }
            return pair
        }
    }

    private func totals(_ metric: Int, _ group: Int, phase: Int) -> GroupTotals {
        let metrics = totals[phase]
        guard metrics.indices.contains(metric), metrics[metric].indices.contains(group) else {
            return GroupTotals()
        }
        return metrics[metric][group]
    }

    /// Returns whether a group should get users in a phase; true if the weights are unknown.
    private func has(_ group: Int, weightIn phase: Int) -> Bool {
        guard phases.indices.contains(phase), !phases[phase].split.isEmpty else { return true }
        return phases[phase].hasWeight(group)
    }
}

/// The users whose window for a metric is not over yet.
public struct OpenWindows: Sendable, Hashable {
    /// Their number.
    public var users: Int
    /// The number of days until the next of them are finished; nil if there are none.
    public var days: Double?

    /// Creates a value.
    public init(users: Int, days: Double?) {
        self.users = users
        self.days = days
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
            let none = SequentialEvidence(
                sequence, levels: design.levels(metric.role),
                guarding: metric.role == .guardrail ? metric.direction : nil)
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
    public mutating func record(_ look: Look, metric: Int, group: Int, isFirm: Bool = true) -> Bool {
        has(metric, group) && parts[metric][group].record(look, isFirm: isFirm)
    }

    /// Forgets the looks at one metric and group.
    package mutating func restart(_ metric: Int, _ group: Int) {
        if has(metric, group) { parts[metric][group].restart() }
    }

    private func has(_ metric: Int, _ group: Int) -> Bool {
        parts.indices.contains(metric) && parts[metric].indices.contains(group)
    }
}
