import ExperimentEvents
import ExperimentStatistics
import ExperimentsProject
import Foundation

extension ExperimentPlan {
    /// Returns the data for the statistics at a time.
    func data(_ tally: ExperimentTally, at date: Date) -> ExperimentData {
        var sums = RunningSums(self)
        for day in tally.days { sums.add(day) }
        return sums.data(
            mixedUsers: tally.mixedUsers, days: days(at: date), usersPerDay: usersPerDay(tally, at: date))
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
            if isLastOfDay, end <= date { data.append(sums.data(mixedUsers: 0, days: days(at: end), usersPerDay: nil)) }
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

    init(_ plan: ExperimentPlan) {
        self.plan = plan
        let groups = plan.design.groups.count
        users = plan.phases.map { _ in Array(repeating: 0, count: groups) }
        let none = plan.design.metrics.map { _ in Array(repeating: GroupTotals(), count: groups) }
        totals = plan.phases.map { _ in none }
    }

    mutating func add(_ day: ExperimentTally.Day) {
        // A phase that is no longer declared is taken for the last one.
        let phase = min(max(0, day.phase), users.count - 1)
        for (group, name) in plan.design.groups.enumerated() {
            let came = day.users[name] ?? 0
            users[phase][group] = users[phase][group].clampedSum(max(0, came))
        }
        for (metric, design) in plan.design.metrics.enumerated() {
            guard let known = day.totals[design.name] else { continue }
            for (group, name) in plan.design.groups.enumerated() {
                if let sums = known[name] { totals[phase][metric][group] += sums }
            }
        }
    }

    func data(mixedUsers: Int, days: Double, usersPerDay: Double?) -> ExperimentData {
        // Who did nothing is in no sum, and counts all the same.
        var totals = totals
        for phase in totals.indices {
            for metric in totals[phase].indices {
                for (group, came) in users[phase].enumerated() {
                    let units = totals[phase][metric][group].units
                    totals[phase][metric][group].units = max(units, came)
                }
            }
        }
        return ExperimentData(
            phases: zip(plan.phases, users).map { PhaseCounts(weights: $0.weights, users: $1) },
            mixedUsers: mixedUsers, days: days, usersPerDay: usersPerDay, totalsByPhase: totals)
    }
}
