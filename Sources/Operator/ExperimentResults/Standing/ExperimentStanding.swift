import ExperimentEvents
import ExperimentStatistics
import ExperimentsProject
import ExperimentsSupport
import Foundation

/// The results of an experiment at one time, for the list, the details, commands and exports.
package struct ExperimentStanding: Sendable, Hashable {
    /// The plan of the experiment.
    package let plan: ExperimentPlan
    /// The time of the results.
    package let date: Date
    /// The state of the experiment.
    package let state: ExperimentState
    /// The number of days since the start.
    package let days: Double
    /// Its groups, in the order of the design.
    package let groups: [GroupStanding]
    /// The number of users in each group that is not declared, by the name of the group.
    package let strangers: [String: Int]
    /// The number of users. One who was in several phases counts once.
    package let users: Int
    /// The number of new users on each of the last ninety days since the start. The last day is not over.
    package let usersByDay: [Int]
    /// The counts day by day, of the users until then.
    package let tally: ExperimentTally
    /// The sums that the results are computed from.
    package let data: ExperimentData
    /// The results of the statistics.
    package let result: ExperimentResult
    /// The number of users who came after the experiment ended. They are not counted.
    package let lateUsers: Int
    /// All looks so far, including this one.
    package let evidence: ExperimentEvidence

    /// Computes the results of an experiment.
    ///
    /// Effects that earlier looks ruled out stay ruled out. If no looks at a metric and a treatment are stored, a look is
    /// assumed at the end of each day so far, with the users until then, so the intervals are as narrow as if the results
    /// had been read every night.
    package init(_ plan: ExperimentPlan, _ tally: ExperimentTally, at date: Date) {
        let tally = tally.known(at: date)
        (self.plan, self.date, days) = (plan, date, plan.days(at: date))
        var evidence = plan.evidence(of: tally, at: date)
        let data = plan.data(tally, at: date)
        let result = plan.design.look(at: data, evidence: &evidence)
        (self.tally, self.data) = (tally, data)
        (self.result, self.evidence, lateUsers) = (result, evidence, tally.lateUsers)
        let shares = plan.shares(at: date)
        let all = result.split.users.reduce(0) { $0.clampedSum($1) }
        let allExpected = result.split.expected.reduce(0, +)
        groups = plan.design.groups.enumerated().map { index, name in
            let expected = result.split.expected.indices.contains(index) ? result.split.expected[index] : 0
            let users = result.split.users.indices.contains(index) ? result.split.users[index] : 0
            return GroupStanding(
                name: name, isControl: index == plan.design.control, users: users,
                expected: expected, expectedShare: allExpected > 0 ? expected / allExpected : nil,
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
        usersByDay = Self.usersByDay(tally, plan, until: date)
        users = tally.days.reduce(0) { sum, day in
            let came = day.users.reduce(0) {
                declared.contains($1.key) ? $0.clampedSum(max(0, $1.value)) : $0
            }
            return sum.clampedSum(max(0, came - day.returning))
        }
        // Users from more than ninety days ago are not among the latest.
        let hasUsers = tally.days.contains { $0.users.values.contains { $0 > 0 } }
        state = Self.state(plan, usersByDay, hasUsers: hasUsers, at: date)
    }

    /// The experiment's name.
    package var name: String { plan.experiment.name }

    /// The verdict of the statistics.
    package var verdict: Verdict { result.verdict }

    /// Whether there are users, but no metric counts any of their events.
    var countsNoEvents: Bool {
        result.verdict.reasons.contains { if case .noEvents = $0 { true } else { false } }
    }

    /// Whether its figures can be trusted.
    package var health: ExperimentHealth {
        for case .mismatch in result.verdict.reasons { return .mismatch }
        if result.split.isMismatch() { return .mismatch }
        if result.mixed.areTooMany() { return .mixed }
        if !strangers.isEmpty { return .strangers }
        if countsNoEvents { return .silent }
        return result.split.users.allSatisfy { $0 == 0 } ? .unknown : .ok
    }

    /// Sentences for the reader: what stops a decision, and then everything else.
    package var remarks: [String] { warnings + notes }

    /// What someone has to check before a decision: an import that is not finished, users in groups that are not
    /// declared, a split that contradicts the source, and missing events.
    package var warnings: [String] {
        var warnings = tally.openImports.map { file in
            "\(file) is being imported: these are the results from before"
        }
        warnings += strangerWords
        if let contradiction = plan.contradiction(at: date) { warnings.append(contradiction) }
        warnings += plan.warnings(about: tally)
        return warnings
    }

    /// The effects of the end on users and the decision, effects that change with time, possible reasons for a mismatch,
    /// users who do not count, and what to do if earlier looks rule out the current effect.
    private var notes: [String] {
        var notes = [endWords].compactMap(\.self) + openWords + exposureRemarks + plan.notes(about: tally)
        if plan.followsSource, health == .mismatch {
            let since = plan.splitKnownSince.map { "is known from the source since \(EventDay(of: $0))" }
            notes.append(
                "the split \(since ?? "is the current one of the source"): if it was different earlier, declare the "
                    + "`phases` of the experiment")
        }
        if health == .mismatch, let words = laterGroupWords { notes.append(words) }
        if verdict.reasons.contains(where: \.isOutside) || verdict.word == .changed {
            notes.append(
                "if wrong data was imported and corrected, forget the earlier looks with "
                    + "`experiments results restart \"\(name)\"`")
        }
        return notes
    }

    /// The users whose windows are not over, by metric. Goals that say so as the reason for the verdict are left out.
    private var openWords: [String] {
        var known: Set<OpenWindows> = []
        for case .missing(let missing) in verdict.reasons {
            for case .windows(_, let waiting) in missing { known.insert(waiting) }
        }
        return plan.design.metrics.indices.compactMap { metric in
            guard data.waiting.indices.contains(metric), let waiting = data.waiting[metric],
                waiting.users > 0,
                known.insert(waiting).inserted
            else { return nil }
            return "\(plan.design.metrics[metric].name): \(plan.design.words(for: .openWindows(waiting)))"
        }
    }

    private var endWords: String? {
        guard let end = plan.experiment.end, let day = plan.lastDay else { return nil }
        guard !plan.hasEnded(at: date) else {
            let late = FigureText.count(lateUsers, "user who arrived later is", "users who arrived later are")
            return "it ended on \(day)" + (lateUsers > 0 ? ": \(late) not counted" : "")
        }
        let left = end.timeIntervalSince(date) / 86_400
        let needed = result.metrics.filter { plan.design.metrics[$0.metric].role == .goal }.flatMap(
            \.treatments
        )
        .compactMap { result -> Int? in if case .days(let days) = result.daysLeft { days } else { nil } }
        .max()
        let isShort = needed.map { Double($0) > left } ?? false
        return "it ends on \(day), in \(FigureText.days(left))"
            + (isShort ? ", and needs about \(FigureText.count(needed ?? 0, "more day"))" : "")
    }

    /// A sentence for each group that is not declared, with its users.
    package var strangerWords: [String] {
        strangers.sorted { $0.key < $1.key }.map { name, users in
            let mapping = "{\(YAMLText.scalar(self.name)): {\(YAMLText.scalar(name)): GROUP}}"
            return
                "\(FigureText.count(users, "user is", "users are")) in \(name), which is not a declared group"
                + (plan.experiment.isDeclared && !plan.experiment.groups.isEmpty
                    ? ": if a group was renamed, add `events: {groups: \(mapping)}` to the project file" : "")
        }
    }

    /// The number of users who came today. The day is not over.
    package var usersToday: Int { usersByDay.last ?? 0 }

    /// The looks that narrowed an interval, to be stored, including stored ones.
    package var looks: [StoredLook] {
        plan.design.metrics.indices.flatMap { metric in
            plan.design.treatments.flatMap { group in
                var definitions = LookDefinitions(plan, metric: metric, group: group)
                return (evidence[metric, group]?.looks ?? []).map { look in
                    let at = (plan.start ?? date) + look.day * 86_400
                    return StoredLook(
                        metric: plan.design.metrics[metric].name, group: plan.design.groups[group],
                        definition: definitions.digest(at: at), at: at, look: look)
                }
            }
        }
    }

    /// The number of new users per day in the last week, or since the start; nil if there are none.
    package var usersPerDay: Double? {
        // Today is not over.
        let whole = usersByDay.dropLast().suffix(7)
        guard !whole.isEmpty, !plan.hasEnded(at: date) else { return nil }
        return Double(whole.reduce(0) { $0.clampedSum($1) }) / Double(whole.count)
    }

    private static func usersByDay(_ tally: ExperimentTally, _ plan: ExperimentPlan, until date: Date)
        -> [Int]
    {
        let now = EventDay(of: date)
        let today = plan.lastDay.map { min($0, now) } ?? now
        let begun = min(plan.start.map { EventDay(of: $0) } ?? today, tally.days.first?.day ?? today)
        guard begun <= today else { return [] }
        let first = max(begun, today.advanced(by: -89))
        var users = Array(repeating: 0, count: first.distance(to: today) + 1)
        for day in tally.days.reversed() {
            let place = first.distance(to: day.day)
            guard users.indices.contains(place) else { break }
            let came = day.users.values.reduce(0) { $0.clampedSum(max(0, $1)) }
            users[place] = users[place].clampedSum(max(0, came - day.returning))
        }
        return users
    }

    private static func state(
        _ plan: ExperimentPlan, _ usersByDay: [Int], hasUsers: Bool, at date: Date
    ) -> ExperimentState {
        if let start = plan.start, start > date { return .planned }
        if plan.hasEnded(at: date) { return .ended }
        guard hasUsers else { return .waiting }
        return usersByDay.suffix(4).allSatisfy { $0 == 0 } ? .quiet : .running
    }
}

/// The state of an experiment.
package enum ExperimentState: String, Sendable, Hashable, CaseIterable {
    /// It begins at a later time.
    case planned
    /// It has begun, but has no users yet.
    case waiting
    /// It has had new users in the last three days.
    case running
    /// It has had no new users for three days.
    case quiet
    /// It has ended. Users who come now are not counted.
    case ended
}

/// A group of an experiment, with its actual and its expected number of users.
package struct GroupStanding: Sendable, Hashable {
    /// The group's name.
    package let name: String
    /// Whether the others are compared with it.
    package let isControl: Bool
    /// The number of users.
    package let users: Int
    /// The expected number of users, out of all users of the experiment.
    package let expected: Double
    /// The expected share of all users so far, by the split at the time of each user, from 0 to 1; nil if the
    /// experiment has no users.
    package let expectedShare: Double?
    /// The currently intended share of users, from 0 to 1.
    package let intendedShare: Double
    /// The share of simulated users in the group, from 0 to 1; nil if it is not known.
    package let simulatedShare: Double?
    /// The actual share of the users, from 0 to 1; nil if the experiment has no users.
    package let seenShare: Double?

    /// The name, with a note that it is control if the name does not say so.
    package var title: String {
        isControl && !["control", "baseline"].contains(name.lowercased()) ? "\(name) (control)" : name
    }
}

/// Whether an experiment's figures can be trusted, as a word for the list.
package enum ExperimentHealth: String, Sendable, Hashable, CaseIterable {
    /// The users were divided as intended.
    case ok
    /// The users were not divided as intended.
    case mismatch
    /// Too many users saw several groups.
    case mixed
    /// There are users in groups that are not declared.
    case strangers
    /// There are users, but none of them has an event that a metric counts.
    case silent
    /// There are no users yet.
    case unknown

    /// The word for people.
    package var text: String {
        switch self {
        case .ok: "ok"
        case .mismatch: "mismatch"
        case .mixed: "mixed users"
        case .strangers: "odd group"
        case .silent: "no events"
        case .unknown: "—"
        }
    }
}
