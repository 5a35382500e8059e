import ExperimentEvents
import ExperimentStatistics
import ExperimentsProject
import Foundation

/// The results of an experiment at one time: everything that the list, the details, commands and exports show.
package struct ExperimentStanding: Sendable, Hashable {
    /// The plan of the experiment.
    package let plan: ExperimentPlan
    /// The time of the results.
    package let date: Date
    /// Whether it runs.
    package let state: ExperimentState
    /// The number of days that it has run.
    package let days: Double
    /// Its groups, in the order of the design.
    package let groups: [GroupStanding]
    /// The number of users in each group that is not declared, by the name of the group.
    package let strangers: [String: Int]
    /// The number of new users on each of the latest ninety days since the start. The last day is not over.
    package let usersByDay: [Int]
    /// The results of the statistics.
    package let result: ExperimentResult
    /// All looks so far, this one among them.
    package let evidence: ExperimentEvidence

    /// Computes the results of an experiment.
    ///
    /// Effects that earlier looks ruled out stay ruled out. If no looks are stored, a look is assumed at the end of
    /// each day so far, with the users until then, so the intervals are as narrow as if the results had been read every
    /// night.
    package init(_ plan: ExperimentPlan, _ tally: ExperimentTally, at date: Date) {
        let tally = tally.known(at: date)
        (self.plan, self.date, days) = (plan, date, plan.days(at: date))
        var evidence = ExperimentEvidence(plan.design)
        if tally.looks.isEmpty {
            for data in plan.dataByDay(tally, at: date) { plan.design.remember(data, evidence: &evidence) }
        } else {
            let places = Places(plan.design)
            for kept in tally.looks {
                guard let (metric, group) = places.of(kept) else { continue }
                evidence.record(kept.look, metric: metric, group: group)
            }
        }
        let result = plan.design.look(at: plan.data(tally, at: date), evidence: &evidence)
        (self.result, self.evidence) = (result, evidence)
        let shares = plan.shares(at: date)
        let all = result.split.users.reduce(0) { $0.clampedSum($1) }
        groups = plan.design.groups.enumerated().map { index, name in
            let users = result.split.users.indices.contains(index) ? result.split.users[index] : 0
            return GroupStanding(
                name: name, isControl: index == plan.design.control, users: users,
                expected: result.split.expected.indices.contains(index) ? result.split.expected[index] : 0,
                intendedShare: shares.indices.contains(index) ? shares[index] : 0,
                simulatedShare: plan.source?.simulated?[index],
                seenShare: all > 0 ? Double(users) / Double(all) : nil)
        }
        let declared = Set(plan.design.groups)
        strangers = tally.days.reduce(into: [:]) { strangers, day in
            for (name, users) in day.users where !declared.contains(name) && users > 0 {
                strangers[name] = (strangers[name] ?? 0).clampedSum(users)
            }
        }
        usersByDay = Self.usersByDay(tally, since: plan.start, until: date)
        state = Self.state(plan, usersByDay, at: date)
    }

    /// The experiment's name.
    package var name: String { plan.experiment.name }

    /// The verdict of the statistics.
    package var verdict: Verdict { result.verdict }

    /// Whether its figures can be trusted.
    package var health: ExperimentHealth {
        for case .mismatch in result.verdict.reasons { return .mismatch }
        if result.split.isMismatch() { return .mismatch }
        if result.mixed.areTooMany() { return .mixed }
        if !strangers.isEmpty { return .strangers }
        for case .noEvents in result.verdict.reasons { return .silent }
        return result.split.users.allSatisfy { $0 == 0 } ? .unknown : .ok
    }

    /// Sentences about the split: contradictions between the project and the source, and possible reasons for a
    /// mismatch.
    package var remarks: [String] {
        var remarks = [plan.contradiction(at: date)].compactMap(\.self)
        if plan.followsSource, health == .mismatch {
            let since = plan.splitKnownSince.map { "is known from the source since \(EventDay(of: $0))" }
            remarks.append(
                "the split \(since ?? "is the one that the source gives now"): if it was another before, write it as "
                    + "'phases' of the experiment")
        }
        return remarks
    }

    /// A sentence for each group that is not declared, with its users.
    package var strangerWords: [String] {
        strangers.sorted { $0.key < $1.key }.map { name, users in
            "\(FigureText.count(users, "user is", "users are")) in \(name), which is not a declared group"
        }
    }

    /// How many users came today, which is not over.
    package var usersToday: Int { usersByDay.last ?? 0 }

    /// The looks that narrowed an interval, to be kept: those that were kept already are among them.
    package var looks: [KeptLook] {
        plan.design.metrics.indices.flatMap { metric in
            plan.design.treatments.flatMap { group in
                (evidence[metric, group]?.looks ?? []).map { look in
                    KeptLook(
                        metric: plan.design.metrics[metric].name, group: plan.design.groups[group],
                        at: (plan.start ?? date) + look.day * 86_400, look: look)
                }
            }
        }
    }

    /// The number of new users per day in the last week, or since the start; nil if there are none.
    package var usersPerDay: Double? {
        // Today is not over.
        let whole = usersByDay.dropLast().suffix(7)
        guard !whole.isEmpty else { return nil }
        return Double(whole.reduce(0) { $0.clampedSum($1) }) / Double(whole.count)
    }

    private static func usersByDay(_ tally: ExperimentTally, since start: Date?, until date: Date) -> [Int] {
        let today = EventDay(of: date)
        let begun = min(start.map { EventDay(of: $0) } ?? today, tally.days.first?.day ?? today)
        guard begun <= today else { return [] }
        let first = max(begun, today.advanced(by: -89))
        var users = Array(repeating: 0, count: first.distance(to: today) + 1)
        for day in tally.days.reversed() {
            let place = first.distance(to: day.day)
            guard users.indices.contains(place) else { break }
            users[place] = day.users.values.reduce(users[place]) { $0.clampedSum(max(0, $1)) }
        }
        return users
    }

    private static func state(_ plan: ExperimentPlan, _ usersByDay: [Int], at date: Date) -> ExperimentState {
        if let start = plan.start, start > date { return .planned }
        guard usersByDay.contains(where: { $0 > 0 }) else { return .waiting }
        return usersByDay.suffix(4).allSatisfy { $0 == 0 } ? .quiet : .running
    }
}

/// Finds metrics and groups by name.
private struct Places {
    private let metrics: [String: Int]
    private let groups: [String: Int]

    init(_ design: ExperimentDesign) {
        metrics = Dictionary(design.metrics.enumerated().map { ($1.name, $0) }) { first, _ in first }
        groups = Dictionary(design.groups.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    func of(_ look: KeptLook) -> (metric: Int, group: Int)? {
        guard let metric = metrics[look.metric], let group = groups[look.group] else { return nil }
        return (metric, group)
    }
}

/// Whether an experiment runs.
package enum ExperimentState: String, Sendable, Hashable, CaseIterable {
    /// It begins at a later time.
    case planned
    /// It has begun, but has no users yet.
    case waiting
    /// It has had new users in the last three days.
    case running
    /// It has had no new users for three days.
    case quiet
}

/// A group of an experiment, with its actual and its expected number of users.
package struct GroupStanding: Sendable, Hashable {
    /// The group's name.
    package let name: String
    /// Whether the others are compared with it.
    package let isControl: Bool
    /// The number of users.
    package let users: Int
    /// The expected number of users, of all users of the experiment.
    package let expected: Double
    /// The share of users that is meant for it now, from 0 to 1.
    package let intendedShare: Double
    /// The share of simulated users that the source puts into it, from 0 to 1; nil if it does not tell.
    package let simulatedShare: Double?
    /// The actual share of the users, from 0 to 1; nil if the experiment has no users.
    package let seenShare: Double?
}
