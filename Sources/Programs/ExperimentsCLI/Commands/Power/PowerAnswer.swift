import ExperimentStatistics
import ExperimentsCore
import ExperimentsTerminalUI
import Foundation

/// A plan for an experiment, for people and for scripts.
struct PowerAnswer {
    /// The plan for control and the smallest treatment.
    let plan: SamplePlan
    /// The shares of all groups, control first. Their sum is 1.
    let shares: [Double]
    /// The number of users per day in all groups together; nil if not known.
    let usersPerDay: Double?
    /// Whether to recommend the `expected_users` that needs the fewest users.
    let advisesTuning: Bool
    /// The origin of the baseline; nil if it comes from options.
    let basis: String?
    /// The number of users in all groups together.
    private var users = 0.0
    /// The smallest detectable difference from control's mean.
    private var difference = 0.0
    /// The number of days; nil if the number of users per day is not known.
    private var days: Double?
    private var isAskedAsDifference = false
    /// The smallest difference that can be detected in fewer days, if the requested one takes very long, or longer than
    /// the experiment.
    private var inReach: (days: Double, difference: Double)?
    /// The `expected_users` that needs the fewest users, with the resulting number of users in all groups, or
    /// difference.
    private var tuned: (expectedUsers: Double, users: Double, difference: Double)?

    /// The maximum duration, in days, that people usually accept.
    private static let longest = 90.0

    init(plan: SamplePlan, shares: [Double], usersPerDay: Double?, advisesTuning: Bool, basis: String?) {
        (self.plan, self.shares, self.usersPerDay) = (plan, shares, usersPerDay)
        (self.advisesTuning, self.basis) = (advisesTuning, basis)
    }

    /// The share of all users in control or the smallest treatment.
    private var pair: Double { shares[0] + (shares.dropFirst().min() ?? 0) }

    /// Computes the users and days needed for an effect.
    ///
    /// - Parameter limit: the number of days until the experiment ends; nil if it has no end.
    mutating func find(_ effect: LeastEffect, within limit: Double?) throws(SamplePlan.Problem) {
        if case .difference = effect { isAskedAsDifference = true }
        difference = effect.signedDifference(from: plan.mean)
        users = Double(try plan.users(for: effect)) / pair
        days = usersPerDay.map { (users / $0).rounded(.up) }
        let most = min(limit ?? .infinity, Self.longest)
        if let days, let usersPerDay, days > most {
            inReach = (try? Self.difference(plan, most * usersPerDay * pair)).map { (most, $0) }
        }
        if advisesTuning {
            let best = try plan.tuned(for: effect)
            let needed = Double(try best.users(for: effect))
            tuned = (best.effectiveUsers(needed).rounded(), needed / pair, difference)
        }
    }

    /// Computes the smallest effect that can be detected in this many days.
    mutating func find(days: Double, usersPerDay: Double) throws(SamplePlan.Problem) {
        self.days = days
        users = days * usersPerDay
        difference = try Self.difference(plan, users * pair)
        guard advisesTuning else { return }
        var best = plan
        let expected = plan.effectiveUsers(users * pair).rounded()
        best.looks = .anyTime(tuning: expected)
        tuned = (expected, users, try Self.difference(best, users * pair))
    }

    private static func difference(_ plan: SamplePlan, _ users: Double) throws(SamplePlan.Problem) -> Double {
        try plan.difference(users: Int(exactly: users.rounded(.down)) ?? .max)
    }

    private var isProportion: Bool { if case .proportion = plan.baseline { true } else { false } }
}

// The text for people.
extension PowerAnswer {
    /// A line for each fact.
    var lines: [StyledText] {
        var lines = [basis].compactMap(\.self)
        lines.append(
            "Effect: \(words(of: difference)), detected with a chance of \(number(plan.power * 100))% "
                + "(false alarms: \(number(plan.alpha * 100))% at most)")
        lines.append("Users:  \(count(users)) (\(groupWords))")
        if plan.comparisons > 1 {
            let level = number(plan.level * 100)
            lines.append(
                "        Each of \(plan.comparisons) comparisons is tested at \(level)% (Holm's correction)")
        }
        if let days { lines.append("Days:   \(count(days))") }
        if let inReach {
            let fewer = count(inReach.days.rounded(.down))
            lines.append(
                "        An effect of \(shortWords(of: inReach.difference)) can be detected in \(fewer) days")
        }
        if let advice { lines.append(advice) }
        lines.append(
            plan.looks == .once
                ? "Look once, at the end: looking earlier and stopping is wrong far more often."
                : "Look at any time: values that are ruled out stay ruled out.")
        return lines.map { StyledText($0) }
    }

    /// The users of each group.
    private var groupWords: String {
        if Set(shares).count == 1 {
            return "\(count(users / Double(shares.count))) in each of \(shares.count) groups"
        }
        return shares.map { count(users * $0) }.joined(separator: " : ")
    }

    /// The recommended `expected_users`, if it saves users.
    private var advice: String? {
        guard let tuned else { return nil }
        let setting =
            "With `expected_users: \(Int(exactly: tuned.expectedUsers) ?? .max)` in the experiment, "
        if tuned.users < users * 0.98 { return setting + "\(count(tuned.users)) users are enough." }
        guard abs(tuned.difference) < abs(difference) * 0.98 else { return nil }
        return setting + "an effect of \(shortWords(of: tuned.difference)) can be detected."
    }

    /// Returns the words for an effect with the values before and after, and as a share if a difference was given.
    private func words(of difference: Double) -> String {
        let fromTo = "\(figure(plan.mean)) to \(figure(plan.mean + difference))"
        guard isAskedAsDifference || plan.mean == 0 else {
            return "\(shortWords(of: difference)) (\(fromTo))"
        }
        let size = isProportion ? signed(difference * 100) + " percentage points" : signed(difference)
        let share = plan.mean == 0 ? "" : ", \(shortWords(of: difference))"
        return "\(size) (\(fromTo)\(share))"
    }

    /// Returns an effect as a share of control's mean, or as a difference if that mean is 0.
    private func shortWords(of difference: Double) -> String {
        plan.mean == 0 ? signed(difference) : "\(signed(difference / abs(plan.mean) * 100))%"
    }

    private func figure(_ value: Double) -> String {
        isProportion ? number(value * 100) + "%" : number(value)
    }

    private func signed(_ value: Double) -> String { (value > 0 ? "+" : "") + number(value) }

    /// Returns a number with three significant digits.
    private func number(_ value: Double) -> String {
        let size = abs(value)
        guard size.isFinite else { return "unbounded" }
        let digits = size >= 100 || size == 0 ? 0 : max(0, 2 - Int(log10(size).rounded(.down)))
        let text = String(format: "%.*f", min(12, digits), value)
        return NumberText.double(text).map { NumberText.text(of: $0) } ?? text
    }

    /// Returns a whole number with commas.
    private func count(_ value: Double) -> String {
        FigureText.grouped(Int(exactly: value.rounded(.up)) ?? .max)
    }
}

// The document for scripts.
extension PowerAnswer {
    /// Shares are from 0 to 1. The lift over a mean near zero may be infinite, which is null.
    var document: Document {
        var (deviation, expectedUsers): (Double?, Double?)
        if case .mean(_, let value) = plan.baseline { deviation = value }
        if case .anyTime(let tuning) = plan.looks { expectedUsers = tuning }
        let perGroup = Set(shares).count == 1 ? (users / Double(shares.count)).rounded(.up) : nil
        return [
            "baseline": plan.mean, "deviation": deviation, "difference": difference,
            "lift": difference / abs(plan.mean), "alpha": plan.alpha, "comparisons": plan.comparisons,
            "level": plan.level, "power": plan.power, "looks": plan.looks == .once ? "once" : "any time",
            "expectedUsers": expectedUsers, "groups": shares.count, "shares": shares,
            "users": users.rounded(.up),
            "usersPerGroup": perGroup.orNull, "usersByGroup": shares.map { (users * $0).rounded(.up) },
            "days": days.orNull,
            "advised": tuned.map { tuned -> Document in
                [
                    "expectedUsers": tuned.expectedUsers, "users": tuned.users.rounded(.up),
                    "difference": tuned.difference,
                ]
            },
        ]
    }
}
