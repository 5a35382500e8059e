import ExperimentEvents
import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject
import Foundation

extension ExperimentPlan {
    /// Returns the data for the statistics at a time.
    func data(_ tally: ExperimentTally, at date: Date) -> ExperimentData {
        var sums = RunningSums(self)
        for day in tally.days { sums.add(day) }
        return sums.data(
            at: date, mixedUsers: tally.mixedUsers, days: days(at: date),
            usersPerDay: usersPerDay(tally, at: date))
    }

    /// Returns the data of only the users of some days.
    func data(of days: [ExperimentTally.Day], at date: Date) -> ExperimentData {
        var sums = RunningSums(self)
        for day in days { sums.add(day) }
        return sums.data(at: date, mixedUsers: 0, days: self.days(at: date), usersPerDay: nil)
    }

    /// Returns whether the users of a day count for a metric at a time.
    func counts(_ metric: Int, on day: EventDay, at date: Date) -> Bool {
        guard metrics.indices.contains(metric), metrics[metric].countsCompleteWindowsOnly else { return true }
        return isOver(metric, through: day, at: date)
    }

    /// Returns whether the window of a metric is over for all users of a day; always false for metrics without a
    /// window.
    func isOver(_ metric: Int, through day: EventDay, at date: Date) -> Bool {
        guard metrics.indices.contains(metric), let window = metrics[metric].window else { return false }
        return day.advanced(by: 1).start.addingTimeInterval(window.inSeconds) <= date
    }

    /// Returns the data of all users up to the end of each day with new users, except the last day, which is not over.
    func dataByDay(_ tally: ExperimentTally, at date: Date) -> [ExperimentData] {
        var sums = RunningSums(self)
        var data: [ExperimentData] = []
        for (index, day) in tally.days.enumerated() {
            sums.add(day)
            let end = day.day.advanced(by: 1).start
            let isLastOfDay =
                tally.days.indices.contains(index + 1) ? tally.days[index + 1].day > day.day : true
            if isLastOfDay, end <= date {
                data.append(sums.data(at: end, mixedUsers: 0, days: days(at: end), usersPerDay: nil))
            }
        }
        return data
    }

    /// Returns the number of new users per day in the last week, for days that are over; nil if none is.
    private func usersPerDay(_ tally: ExperimentTally, at date: Date) -> Double? {
        let today = EventDay(of: date)
        guard let start else { return nil }
        // Users who arrive now are not counted.
        guard !hasEnded(at: date) else { return 0 }
        let days = min(7, EventDay(of: start).distance(to: today))
        guard days > 0 else { return nil }
        let users = tally.days.reversed().prefix { $0.day.distance(to: today) <= days }.filter {
            $0.day < today
        }
        .reduce(0.0) { $0 + $1.users.values.reduce(0.0) { $0 + Double($1) } - Double($1.returning) }
        return users / Double(days)
    }
}

/// Users and sums that grow day by day, by phase, in the order of the design.
private struct RunningSums {
    private let plan: ExperimentPlan
    private var users: [[Int]]
    private var returning: [Int]
    private var totals: [[[GroupTotals]]]
    private var days: [ExperimentTally.Day] = []
    /// The users of the days in the totals of each metric, by metric and phase.
    private var counted: [[PhaseCounts]]
    /// The number of `days` in the totals of each metric: all, unless a metric waits for the end of its window.
    private var taken: [Int]

    init(_ plan: ExperimentPlan) {
        self.plan = plan
        let groups = plan.design.groups.count
        users = plan.phases.map { _ in Array(repeating: 0, count: groups) }
        returning = plan.phases.map { _ in 0 }
        let none = plan.design.metrics.map { _ in Array(repeating: GroupTotals(), count: groups) }
        totals = plan.phases.map { _ in none }
        taken = plan.design.metrics.map { _ in 0 }
        let noUsers = plan.phases.map {
            PhaseCounts(weights: $0.weights, users: Array(repeating: 0, count: groups))
        }
        counted = plan.design.metrics.map { _ in noUsers }
    }

    /// Adds a day, which must not be before the last one.
    mutating func add(_ day: ExperimentTally.Day) {
        days.append(day)
        returning[phase(of: day)] = returning[phase(of: day)].clampedSum(max(0, day.returning))
        for (group, name) in plan.design.groups.enumerated() {
            let came = max(0, day.users[name] ?? 0)
            users[phase(of: day)][group] = users[phase(of: day)][group].clampedSum(came)
        }
    }

    /// The phase of a day. A phase that is no longer declared is treated as the last one.
    private func phase(of day: ExperimentTally.Day) -> Int { min(max(0, day.phase), users.count - 1) }

    private mutating func take(_ day: ExperimentTally.Day, _ metric: Int) {
        let phase = phase(of: day)
        let known = day.totals[plan.design.metrics[metric].name]
        let returning = counted[metric][phase].returning
        counted[metric][phase].returning = returning.clampedSum(max(0, day.returning))
        for (group, name) in plan.design.groups.enumerated() {
            let came = max(0, day.users[name] ?? 0)
            counted[metric][phase].users[group] = counted[metric][phase].users[group].clampedSum(came)
            // Users without events are in no sum, but are counted.
            var sums = known?[name] ?? GroupTotals()
            sums.units = max(sums.units, day.users[name] ?? 0)
            totals[phase][metric][group] += sums
        }
    }

    /// Returns the data of the days so far that count for a metric at a time.
    mutating func data(at date: Date, mixedUsers: Int, days count: Double, usersPerDay: Double?)
        -> ExperimentData
    {
        for metric in taken.indices {
            while taken[metric] < days.count, plan.counts(metric, on: days[taken[metric]].day, at: date) {
                take(days[taken[metric]], metric)
                taken[metric] += 1
            }
        }
        let phases = plan.phases.indices.map {
            PhaseCounts(weights: plan.phases[$0].weights, users: users[$0], returning: returning[$0])
        }
        var data = ExperimentData(
            phases: phases, mixedUsers: mixedUsers, days: count, usersPerDay: usersPerDay,
            totalsByPhase: totals)
        data.counted = counted
        data.waiting = taken.indices.map { waiting(for: $0, at: date) }
        return data
    }

    /// Returns the users of the days that do not count for a metric yet.
    private func waiting(for metric: Int, at date: Date) -> OpenWindows? {
        guard plan.metrics.indices.contains(metric), plan.metrics[metric].countsCompleteWindowsOnly,
            let window = plan.metrics[metric].window
        else { return nil }
        let open = days[taken[metric]...]
        let groups = Set(plan.design.groups)
        let users = open.reduce(0) { sum, day in
            day.users.reduce(sum) { groups.contains($1.key) ? $0.clampedSum(max(0, $1.value)) : $0 }
        }
        let next = open.first.map { day in
            day.day.advanced(by: 1).start.addingTimeInterval(window.inSeconds).timeIntervalSince(date)
                / 86_400
        }
        return OpenWindows(users: users, days: next.map { max(0, $0) })
    }
}

extension ExperimentPlan {
    /// Returns the evidence of the looks so far: for each metric and treatment, a look at the end of each day with the
    /// data as they are known now, and the stored looks with the same definition, in the order of time.
    func evidence(of tally: ExperimentTally, at date: Date) -> ExperimentEvidence {
        var evidence = dailyEvidence(tally, at: date)
        let kept = Dictionary(grouping: tally.looks) { LookPlace(metric: $0.metric, group: $0.group) }
        guard !kept.isEmpty else { return evidence }
        let daily = evidence
        for metric in design.metrics.indices {
            for group in design.treatments {
                let place = LookPlace(metric: design.metrics[metric].name, group: design.groups[group])
                var definitions = LookDefinitions(self, metric: metric, group: group)
                let stored = (kept[place] ?? []).filter { $0.definition == definitions.digest(at: $0.at) }
                    .map(\.look)
                guard !stored.isEmpty else { continue }
                let looks = (daily[metric, group]?.looks ?? []) + stored
                evidence.restart(metric, group)
                for look in looks.sorted(by: { $0.day < $1.day }) {
                    evidence.record(look, metric: metric, group: group)
                }
            }
        }
        return evidence
    }

    private func dailyEvidence(_ tally: ExperimentTally, at date: Date) -> ExperimentEvidence {
        var evidence = ExperimentEvidence(design)
        for data in dataByDay(tally, at: date) { design.remember(data, evidence: &evidence) }
        return evidence
    }
}

/// A metric and a treatment, by name.
private struct LookPlace: Hashable {
    let metric: String
    let group: String
}

/// The digests of everything that looks at a metric and a treatment depend on besides the data: the metric, the groups,
/// the declared start, the level and the tuning, and the phases that had begun or the end.
///
/// A look is valid only while its digest is the same. A phase that is added later does not affect earlier looks.
struct LookDefinitions {
    /// The name of the formulas. Looks with different formulas have different digests.
    private static let method = "effective users, users by phase"

    private let plan: ExperimentPlan
    private let metric: Int
    private let group: Int
    private var digests: [[Int]: String] = [:]

    init(_ plan: ExperimentPlan, metric: Int, group: Int) {
        (self.plan, self.metric, self.group) = (plan, metric, group)
    }

    /// Returns the digest for looks at a time.
    mutating func digest(at date: Date) -> String {
        // Stores have a precision of milliseconds.
        let count = plan.phases.count { ($0.from?.eventMilliseconds ?? .min) <= date.eventMilliseconds }
        let hasEnded = plan.hasEnded(at: date)
        if let digest = digests[[count, hasEnded ? 1 : 0]] { return digest }
        let design = plan.design
        let phases = plan.phases.prefix(count).map { phase in
            let weights = [design.control, group].map {
                phase.weights.indices.contains($0) && phase.weights[$0] > 0
            }
            return "\(Self.text(phase.from)) \(weights)"
        }
        let interval = count > 1 ? [plan.experiment.fetchInterval.map { "\($0)" } ?? "-"] : []
        let start = plan.experiment.start ?? plan.experiment.phases.first?.from
        let digest = StoredLook.digest(
            of: [
                Self.method, definition, design.groups[design.control], design.groups[group],
                Self.text(start), String(design.alpha), String(design.tuning), String(design.usesPast),
            ] + phases + interval + (hasEnded ? ["until \(Self.text(plan.experiment.end))"] : []))
        digests[[count, hasEnded ? 1 : 0]] = digest
        return digest
    }

    /// The text of everything in the project that defines the metric.
    private var definition: String {
        guard plan.metrics.indices.contains(metric) else { return plan.design.metrics[metric].name }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try? encoder.encode(MetricDefinition(plan.metrics[metric]))
        let text = data.map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text + " \(plan.metrics[metric].countsCompleteWindowsOnly)"
    }

    private static func text(_ date: Date?) -> String { date.map { String($0.eventMilliseconds) } ?? "-" }
}
