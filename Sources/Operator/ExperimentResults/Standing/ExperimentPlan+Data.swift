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
            at: date, mixedUsers: tally.mixedUsers, days: days(at: date), usersPerDay: usersPerDay(tally, at: date))
    }

    /// Returns the data of the users of some days alone.
    func data(of days: [ExperimentTally.Day], at date: Date) -> ExperimentData {
        var sums = RunningSums(self)
        for day in days { sums.add(day) }
        return sums.data(at: date, mixedUsers: 0, days: self.days(at: date), usersPerDay: nil)
    }

    /// Whether the users of a day count for a metric at a time.
    func counts(_ metric: Int, on day: EventDay, at date: Date) -> Bool {
        guard metrics.indices.contains(metric), metrics[metric].countsCompleteWindowsOnly else { return true }
        return isOver(metric, through: day, at: date)
    }

    /// Whether the window of a metric is over for all users of a day; never for metrics without a window.
    func isOver(_ metric: Int, through day: EventDay, at date: Date) -> Bool {
        guard metrics.indices.contains(metric), let window = metrics[metric].window else { return false }
        return day.advanced(by: 1).start.addingTimeInterval(window.inSeconds) <= date
    }

    /// Returns the data at the end of each day with new users, of the users until then, without the last day, which is
    /// not over.
    func dataByDay(_ tally: ExperimentTally, at date: Date) -> [ExperimentData] {
        var sums = RunningSums(self)
        var data: [ExperimentData] = []
        for (index, day) in tally.days.enumerated() {
            sums.add(day)
            let end = day.day.advanced(by: 1).start
            let isLastOfDay = tally.days.indices.contains(index + 1) ? tally.days[index + 1].day > day.day : true
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
        // Nobody who comes now counts.
        guard !hasEnded(at: date) else { return 0 }
        let days = min(7, EventDay(of: start).distance(to: today))
        guard days > 0 else { return nil }
        let users = tally.days.reversed().prefix { $0.day.distance(to: today) <= days }.filter { $0.day < today }
            .reduce(0.0) { $0 + $1.users.values.reduce(0.0) { $0 + Double($1) } }
        return users / Double(days)
    }
}

/// Users and sums that grow day by day, by phase, in the orders of the design.
private struct RunningSums {
    private let plan: ExperimentPlan
    private var users: [[Int]]
    private var totals: [[[GroupTotals]]]
    private var days: [ExperimentTally.Day] = []
    /// How many of `days` are in the totals of each metric: all, unless a metric waits for the end of its window.
    private var taken: [Int]

    init(_ plan: ExperimentPlan) {
        self.plan = plan
        let groups = plan.design.groups.count
        users = plan.phases.map { _ in Array(repeating: 0, count: groups) }
        let none = plan.design.metrics.map { _ in Array(repeating: GroupTotals(), count: groups) }
        totals = plan.phases.map { _ in none }
        taken = plan.design.metrics.map { _ in 0 }
    }

    /// Adds a day, which is not before the last one.
    mutating func add(_ day: ExperimentTally.Day) {
        days.append(day)
        for (group, name) in plan.design.groups.enumerated() {
            let came = max(0, day.users[name] ?? 0)
            users[phase(of: day)][group] = users[phase(of: day)][group].clampedSum(came)
        }
    }

    /// A phase that is no longer declared is taken for the last one.
    private func phase(of day: ExperimentTally.Day) -> Int { min(max(0, day.phase), users.count - 1) }

    private mutating func take(_ day: ExperimentTally.Day, _ metric: Int) {
        let phase = phase(of: day)
        let known = day.totals[plan.design.metrics[metric].name]
        for (group, name) in plan.design.groups.enumerated() {
            // Who did nothing is in no sum, and counts all the same.
            var sums = known?[name] ?? GroupTotals()
            sums.units = max(sums.units, day.users[name] ?? 0)
            totals[phase][metric][group] += sums
        }
    }

    /// The data of the days so far, for a metric of those that count at a time.
    mutating func data(at date: Date, mixedUsers: Int, days count: Double, usersPerDay: Double?) -> ExperimentData {
        for metric in taken.indices {
            while taken[metric] < days.count, plan.counts(metric, on: days[taken[metric]].day, at: date) {
                take(days[taken[metric]], metric)
                taken[metric] += 1
            }
        }
        return ExperimentData(
            phases: zip(plan.phases, users).map { PhaseCounts(weights: $0.weights, users: $1) },
            mixedUsers: mixedUsers, days: count, usersPerDay: usersPerDay, totalsByPhase: totals)
    }
}
