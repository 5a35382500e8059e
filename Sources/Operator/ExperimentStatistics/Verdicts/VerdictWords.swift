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
    /// Returns a reason in words, with advice.
    public func words(for reason: VerdictReason) -> String {
        switch reason {
        case .noExposures:
            return "no exposures: does the app report exposures with a user ID?"
        case .noEvents(let users):
            let users = FigureText.count(users, "user was", "users were")
            return
                "\(users) exposed, but no events that a metric counts: do events and exposures use the same user IDs "
                + "and time zone? Use `experiments events` to see which events were not counted"
        case .mismatch(let split): return words(for: split)
        case .mixed(let mixed):
            let share = FigureText.percent(mixed.share)
            return "\(FigureText.count(mixed.count, "user")) (\(share)) saw more than one group: "
                + "groups are not assigned by a stable user ID"
        case .noGoal: return "no goal: set `role: goal` for a metric"
        case .missing(let missing): return missing.map { words(for: $0) }.joined(separator: "; ")
        case .absent(let metric, let group, let absence): return words(for: absence, metric, group)
        case .effect(let metric, _, let finding):
            let advice = finding.isOutside ? "" : ": \(advice(metric))"
            return "\(name(metric)) \(effect(finding, metric))\(family(of: metric))\(advice)"
        case .disagreement(let better, let worse):
            return "\(list(better)) better, \(list(worse)) worse: a person must weigh the goals"
        case .small(let metric, _, let finding, let least):
            let within = "within \(words(for: least)) either way"
            guard !finding.isOutside else { return "\(name(metric)) \(effect(finding, metric)); \(within)" }
            return "\(name(metric)) between \(range(finding, metric)): \(within)"
        case .uncertain(let metric, _, let finding, let least, let days):
            guard finding.differences != .everything else { return "\(name(metric)): nothing is ruled out yet" }
            let wait = words(for: days, least).map { "; \($0)" } ?? ""
            guard !finding.isOutside else { return "\(name(metric)) \(effect(finding, metric))\(wait)" }
            return "\(name(metric)) somewhere between \(range(finding, metric))\(wait)"
        }
    }

    /// Returns missing data in words.
    public func words(for missing: MissingData) -> String {
        switch missing {
        case .units(let group, let count, let days):
            return "\(FigureText.count(count, "more user", "more users")) in \(name(ofGroup: group))" + wait(days)
        case .conversions(let metric, let group, let count, let days):
            let what =
                isShare(metric)
                ? FigureText.count(count, "more conversion", "more conversions")
                : FigureText.count(count, "more user", "more users") + " with \(name(metric))"
            return "\(what) in \(name(ofGroup: control)) and \(name(ofGroup: group)) together" + wait(days)
        case .time(let days): return "\(FigureText.days(days)) more since the start"
        }
    }

    /// Returns a note in words.
    public func words(for note: ResultNote) -> String {
        switch note {
        case .largeEffect: "suspiciously large: check the tracking first"
        case .unevenPast: "the groups differed before the first exposure: the effect may be older than the experiment"
        case .adjustmentTurnsSign: "without the adjustment for earlier behavior, the effect has the opposite sign"
        case .effectChanges: "a look contradicted earlier ones: the effect seems to change with time"
        case .liftWithoutBounds: "control's mean may be zero: only the difference is known, not the relative effect"
        }
    }

    private func words(for split: SampleRatioCheck) -> String {
        let misplaced = split.misplaced.enumerated().filter { $0.element > 0 }
        guard misplaced.isEmpty else {
            let came = misplaced.map { "\(FigureText.count($0.element, "user")) in \(name(ofGroup: $0.offset))" }
            return came.joined(separator: ", ") + ", which should have none: check how the app assigns groups "
                + "and the weights of the experiment's phases"
        }
        let seen = split.users.map { FigureText.grouped($0) }.joined(separator: " : ")
        let expected = split.expected.map { FigureText.grouped(Int(nearest: $0)) }.joined(separator: " : ")
        let chance = split.pValue.map { $0 < 0.001 ? ", p < 0.001" : ", p = \(FigureText.plain($0))" } ?? ""
        return
            "\(seen) users, expected \(expected)\(chance): some are lost or counted twice, "
            + "for example by a redirect, a crash or a filter in one group"
    }

    private func words(for absence: MissingEstimate, _ metric: Int, _ group: Int) -> String {
        func name(_ side: MissingEstimate.Side) -> String {
            self.name(ofGroup: side == .control ? control : group)
        }
        return switch absence {
        case .neverTogether:
            "\(name(.control)) and \(name(.treatment)) had no users at the same time: there is nothing to compare"
        case .noUnits(let side): "\(name(side)) has no users"
        case .noBaseline: "\(self.name(metric)) is zero in \(name(.control)): there is nothing to compare with"
        case .noVariance: "\(self.name(metric)) is the same for all users: there is nothing to compare"
        case .notFinite: "the totals of \(self.name(metric)) are not numbers: recount them"
        }
    }

    private func words(for days: DaysLeft, _ least: LeastEffect) -> String? {
        switch days {
        case .days(let days): "about \(FigureText.count(days, "more day", "more days")) for \(words(for: least))"
        case .notWithThisTraffic: "\(words(for: least)) cannot be detected within 90 days with so few users"
        case .tooSoon: "an estimate of the duration needs three days of data"
        case .noNewUsers: "no new users lately, so this will not become clearer"
        case .unknown: nil
        }
    }

    private func words(for least: LeastEffect) -> String {
        switch least {
        case .lift(let share): "a difference of \(FigureText.percent(abs(share)))"
        case .difference(let size): "a difference of \(FigureText.plain(abs(size)))"
        }
    }

    private func wait(_ days: Double?) -> String { days.map { ", about \(FigureText.days($0))" } ?? "" }

    /// The advice to the reader. With several metrics, only the verdict on this one is final.
    private func advice(_ metric: Int) -> String {
        let deciding = metrics.filter { $0.role != .secondary }.count
        let lasting = deciding > 1 ? "the verdict on \(name(metric))" : "this"
        return "conclusive: you can stop; looking again will not change \(lasting)"
    }

    /// Returns the number of guardrails, if there are several, because they are not corrected for each other.
    private func family(of metric: Int) -> String {
        let count = metrics.filter { $0.role == .guardrail }.count
        guard metrics.indices.contains(metric), metrics[metric].role == .guardrail, count > 1 else { return "" }
        return ", one of \(count) guardrails that are each judged at \(FigureText.percent(alpha))"
    }

    /// Returns the lift if its interval is known; otherwise the difference, in percentage points for shares.
    private func effect(_ finding: EffectFinding, _ metric: Int) -> String {
        let (text, bounds) = (text(finding, metric), finding.bounds)
        let unit = !finding.isLift && isShare(metric) ? " percentage points" : ""
        guard finding.isOutside else { return "\(text(finding.seen))\(unit) (between \(range(finding, metric)))" }
        let trend = finding.isNearerToZero ? "fade" : "grow"
        return "now \(text(finding.seen))\(unit); earlier looks left \(text(bounds.lower)) to \(text(bounds.upper)): "
            + "the effect seems to \(trend), or some data arrived late"
    }

    private func range(_ finding: EffectFinding, _ metric: Int) -> String {
        let (text, bounds) = (text(finding, metric), finding.bounds)
        return "\(text(bounds.lower)) and \(text(bounds.upper))"
    }

    private func text(_ finding: EffectFinding, _ metric: Int) -> (Double) -> String {
        if finding.isLift { return FigureText.signedPercent }
        let scale = isShare(metric) ? 100.0 : 1
        return { FigureText.signed($0 * scale) }
    }

    private func isShare(_ metric: Int) -> Bool {
        metrics.indices.contains(metric) && metrics[metric].kind == .proportion
    }

    private func name(_ metric: Int) -> String { metrics.indices.contains(metric) ? metrics[metric].name : "a metric" }

    private func name(ofGroup group: Int) -> String { groups.indices.contains(group) ? groups[group] : "a group" }

    private func list(_ metrics: [Int]) -> String { metrics.map { name($0) }.joined(separator: ", ") }
}

/// A note for the reader of a result.
public enum ResultNote: Sendable, Hashable {
    /// The lift is 50% or more, which is more often an error of measurement than real (Twyman's law).
    case largeEffect
    /// The groups differed before anyone was exposed.
    case unevenPast
    /// Without the adjustment by earlier data, the effect has the opposite sign.
    case adjustmentTurnsSign
    /// A look contradicted the earlier ones. The effect itself seems to change over time.
    case effectChanges
    /// The control mean may be zero, so no lift can be ruled out.
    case liftWithoutBounds
}

/// Data that are missing for a verdict.
public enum MissingData: Sendable, Hashable {
    /// This number of further units in a group, and the days until then at the present rate.
    case units(group: Int, count: Int, days: Double?)
    /// This number of further units in control and a group together whose value for a metric is not 0, and the days
    /// until then.
    case conversions(metric: Int, group: Int, count: Int, days: Double?)
    /// This number of further days.
    case time(days: Double)

    /// Whether it is missing for one metric alone.
    var isOfMetric: Bool {
        if case .conversions = self { true } else { false }
    }

    /// Returns everything that two groups lack.
    ///
    /// The necessary number of units with a value is computed from the rate of both groups together. If one group has
    /// nearly none while the other has many, that is an effect that the experiment should find.
    static func all(
        _ minimum: MinimumData, _ totals: GroupPair, control: Int, cell: (metric: Int, group: Int), days: Double
    ) -> [MissingData] {
        var missing: [MissingData] = []
        for (group, totals) in [(control, totals.control), (cell.group, totals.treatment)] {
            if let count = lack(totals.units, of: minimum.units) {
                missing.append(.units(group: group, count: count, days: wait(count, totals.units, days: days)))
            }
        }
        let has = max(0, totals.control.unitsWithValue).clampedSum(max(0, totals.treatment.unitsWithValue))
        if let count = lack(has, of: conversions(minimum.conversions, totals)) {
            missing.append(
                .conversions(metric: cell.metric, group: cell.group, count: count, days: wait(count, has, days: days)))
        }
        let left = minimum.days - days
        if !(left <= 0) { missing.append(.time(days: left.isNaN ? minimum.days : left)) }
        return missing
    }

    /// Returns the number that both groups together need, so that the smaller one can be expected to have the minimum.
    private static func conversions(_ least: Int, _ totals: GroupPair) -> Int {
        let (a, b) = (Double(max(0, totals.control.units)), Double(max(0, totals.treatment.units)))
        // If a group has no units yet, assume equal groups.
        let share = min(a, b) > 0 ? min(a, b) / (a + b) : 0.5
        return Int(nearest: (Double(max(0, least)) / share).rounded(.up))
    }

    private static func lack(_ has: Int, of needed: Int) -> Int? {
        let has = max(0, has)
        return has < needed ? needed - has : nil
    }

    /// Returns the number of days until `count` more arrive, if `has` arrived in `days`.
    private static func wait(_ count: Int, _ has: Int, days: Double) -> Double? {
        has > 0 && days > 0 && days.isFinite ? Double(count) / Double(has) * days : nil
    }
}
