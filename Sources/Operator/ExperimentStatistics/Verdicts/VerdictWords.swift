extension VerdictWord {
    /// The verdict for people.
    public var text: String {
        switch self {
        case .noData: "no data"
        case .untrustworthy: "untrustworthy"
        case .tooEarly: "too early"
        case .harmful: "harmful"
        case .better: "better"
        case .worse: "worse"
        case .noDifference: "no difference that matters"
        case .undecided: "undecided"
        }
    }
}

extension ExperimentDesign {
    /// Returns a reason in words, with what to do about it.
    public func words(for reason: VerdictReason) -> String {
        switch reason {
        case .noExposures:
            return "nobody was exposed: does the app say who it is and which group it shows?"
        case .noEvents(let users):
            let users = FigureText.count(users, "user was", "users were")
            return
                "\(users) exposed, and none did anything that a metric counts: do events and exposures name users alike?"
        case .mismatch(let split): return words(for: split)
        case .mixed(let mixed):
            let share = FigureText.percent(mixed.share)
            return "\(FigureText.count(mixed.count, "user")) (\(share)) saw more than one group: "
                + "groups are drawn from something that does not stay with a user"
        case .noGoal: return "no metric is a goal: give one the role goal"
        case .missing(let missing): return missing.map { words(for: $0) }.joined(separator: "; ")
        case .absent(let metric, let group, let absence): return words(for: absence, metric, group)
        case .effect(let metric, _, let finding):
            let safe = "you may stop now; this will not change by looking"
            return "\(name(metric)) \(effect(finding)): \(safe)"
        case .disagreement(let better, let worse):
            return "\(list(better)) better, \(list(worse)) worse: the goals must be weighed by a person"
        case .small(let metric, _, let finding, let least):
            return "\(name(metric)) between \(range(finding)): within \(words(for: least)) either way"
        case .uncertain(let metric, _, let finding, let least, let days):
            guard finding.differences != .everything else { return "\(name(metric)): nothing is ruled out yet" }
            return "\(name(metric)) somewhere between \(range(finding)); \(words(for: days, least))"
        }
    }

    /// Returns missing data in words.
    public func words(for missing: MissingData) -> String {
        switch missing {
        case .units(let group, let count, let days):
            return "\(FigureText.count(count, "more user", "more users")) in \(name(ofGroup: group))" + wait(days)
        case .conversions(let metric, let group, let count, let days):
            let isProportion = metrics.indices.contains(metric) && metrics[metric].kind == .proportion
            let what =
                isProportion
                ? FigureText.count(count, "more conversion", "more conversions")
                : FigureText.count(count, "more user", "more users") + " with \(name(metric))"
            return "\(what) in \(name(ofGroup: group))" + wait(days)
        case .time(let days): return "\(FigureText.days(days)) more since the start"
        }
    }

    /// Returns a note in words.
    public func words(for note: ResultNote) -> String {
        switch note {
        case .largeEffect: "so large an effect is more often a mistake of measuring than true: check the events"
        case .unevenPast: "the groups differed before anybody was exposed: the effect may be older than the experiment"
        case .adjustmentTurnsSign: "without the adjustment for the past the effect has the other sign"
        case .effectChanges: "a look contradicted earlier ones: the effect seems to change with time"
        case .liftWithoutBounds: "control's mean may be zero: only the difference can be told, no share of it"
        }
    }

    private func words(for split: SampleRatioCheck) -> String {
        let seen = split.users.map { FigureText.grouped($0) }.joined(separator: " : ")
        let expected = split.expected.map { FigureText.grouped(Int(nearest: $0)) }.joined(separator: " : ")
        let chance = split.pValue.map { $0 < 0.001 ? ", p < 0.001" : ", p = \(FigureText.plain($0))" } ?? ""
        return
            "users came \(seen) and should have come \(expected)\(chance): some are lost on the way or counted twice, "
            + "for instance by a redirect, a crash or a filter in one group"
    }

    private func words(for absence: MissingEstimate, _ metric: Int, _ group: Int) -> String {
        func name(_ side: MissingEstimate.Side) -> String {
            self.name(ofGroup: side == .control ? control : group)
        }
        return switch absence {
        case .noUnits(let side): "\(name(side)) has no users"
        case .noBaseline: "\(self.name(metric)) is zero in \(name(.control)): there is nothing to compare with"
        case .noVariance(let side): "\(self.name(metric)) is the same for all users of \(name(side))"
        case .notFinite: "the totals of \(self.name(metric)) hold what is no number: recount them"
        }
    }

    private func words(for days: DaysLeft, _ least: LeastEffect) -> String {
        switch days {
        case .days(let days): "about \(FigureText.count(days, "more day", "more days")) for \(words(for: least))"
        case .notWithThisTraffic: "\(words(for: least)) will not be seen within 90 days with so few users"
        case .unknown: "how long it takes can be told after three days"
        }
    }

    private func words(for least: LeastEffect) -> String {
        switch least {
        case .lift(let share): "a difference of \(FigureText.percent(abs(share)))"
        case .difference(let size): "a difference of \(FigureText.plain(abs(size)))"
        }
    }

    private func wait(_ days: Double?) -> String { days.map { ", about \(FigureText.days($0))" } ?? "" }

    /// The lift where its bounds are known, else the difference.
    private func effect(_ finding: EffectFinding) -> String {
        guard let lift = finding.lift, finding.lifts.isFinite else {
            return FigureText.signed(finding.difference) + " (between \(range(finding)))"
        }
        return FigureText.signedPercent(lift) + " (between \(range(finding)))"
    }

    private func range(_ finding: EffectFinding) -> String {
        let isLift = finding.lift != nil && finding.lifts.isFinite
        let bounds = isLift ? finding.lifts : finding.differences
        let text = isLift ? FigureText.signedPercent : FigureText.signed
        return "\(text(bounds.lower)) and \(text(bounds.upper))"
    }

    private func name(_ metric: Int) -> String { metrics.indices.contains(metric) ? metrics[metric].name : "a metric" }

    private func name(ofGroup group: Int) -> String { groups.indices.contains(group) ? groups[group] : "a group" }

    private func list(_ metrics: [Int]) -> String { metrics.map { name($0) }.joined(separator: ", ") }
}

/// A note for the reader of a result.
public enum ResultNote: Sendable, Hashable {
    /// The lift is 50 % or more, which is more often an error of measurement than real (Twyman's law).
    case largeEffect
    /// The groups differed before anybody was exposed.
    case unevenPast
    /// Without the adjustment by earlier data, the effect has the opposite sign.
    case adjustmentTurnsSign
    /// A look contradicted the earlier ones. The effect itself seems to change over time.
    case effectChanges
    /// The control mean may be zero, so no lift can be ruled out.
    case liftWithoutBounds
}
