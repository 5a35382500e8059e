/// The verdict on an experiment, a treatment or a metric, in one word.
public enum VerdictWord: String, Sendable, Hashable, CaseIterable {
    /// There are no exposures, or no exposed user had an event.
    case noData
    /// The groups cannot be compared.
    case untrustworthy
    /// There is too little data.
    case tooEarly
    /// A guardrail got worse.
    case harmful
    /// The goal got better.
    case better
    /// The goal got worse.
    case worse
    /// If there is a difference, it is smaller than what matters.
    case noDifference
    /// There is no decision yet.
    case undecided
}

/// A verdict with its reasons.
public struct Verdict: Sendable, Hashable {
    /// The verdict itself, in one word.
    public let word: VerdictWord
    /// The reasons, the most important first.
    public let reasons: [VerdictReason]

    /// Creates a verdict.
    public init(_ word: VerdictWord, _ reasons: [VerdictReason] = []) {
        (self.word, self.reasons) = (word, reasons)
    }
}

/// A reason for a verdict. Metrics and groups are given by their indices in the design.
public enum VerdictReason: Sendable, Hashable {
    /// There are no exposures yet.
    case noExposures
    /// This number of users was exposed, and none of them had an event that a metric counts.
    case noEvents(users: Int)
    /// Users were not divided as intended.
    case mismatch(SampleRatioCheck)
    /// Too many users were in several groups.
    case mixed(MixedUsers)
    /// There is no goal that could decide.
    case noGoal
    /// Data that the verdict needs are missing.
    case missing([MissingData])
    /// A metric has no estimate.
    case absent(metric: Int, group: Int, MissingEstimate)
    /// The effect on a metric is on one side of zero.
    case effect(metric: Int, group: Int, EffectFinding)
    /// Goals give different verdicts.
    case disagreement(better: [Int], worse: [Int])
    /// The effect on a metric is smaller than what matters.
    case small(metric: Int, group: Int, EffectFinding, LeastEffect)
    /// The effect on a metric is not known precisely enough. `DaysLeft` is the time until an effect that matters would
    /// be detected.
    case uncertain(metric: Int, group: Int, EffectFinding, LeastEffect, DaysLeft)

    /// Whether earlier looks ruled out the effect that is seen now.
    public var isOutside: Bool {
        switch self {
        case .effect(_, _, let finding), .small(_, _, let finding, _), .uncertain(_, _, let finding, _, _):
            finding.isOutside
        default: false
        }
    }
}

/// An effect with the interval that is not ruled out, as a reason.
public struct EffectFinding: Sendable, Hashable {
    /// The present difference of means.
    public let difference: Double
    /// The differences that are not ruled out.
    public let differences: Interval
    /// The current lift; nil if there is none.
    public let lift: Double?
    /// The lifts that are not ruled out.
    public let lifts: Interval
    /// Whether it is shown as a lift, because the bounds of the lift are known; otherwise as a difference.
    var isLift: Bool { lift != nil && lifts.isFinite }

    /// The current effect as shown.
    var seen: Double { isLift ? lift ?? .nan : difference }

    /// The interval that is not ruled out, as a lift or a difference.
    var bounds: Interval { isLift ? lifts : differences }

    /// Whether earlier looks ruled out the current measurement. The effect changes over time, or the data changed.
    public var isOutside: Bool { seen < bounds.lower || seen > bounds.upper }

    /// Whether the current measurement is nearer to zero than the interval, or on the other side of zero.
    var isNearerToZero: Bool { bounds.lower > 0 ? seen < bounds.lower : bounds.upper < 0 ? seen > bounds.upper : false }
}

/// The finding for one metric of one treatment, as if there were no other.
struct MetricFinding {
    let cell: (metric: Int, group: Int)
    let design: MetricDesign
    let comparison: Result<GroupComparison, MissingEstimate>
    let missing: [MissingData]
    let difference: Interval
    let lift: Interval
    let daysLeft: DaysLeft
    let leastEffect: LeastEffect

    var absence: MissingEstimate? {
        if case .failure(let absence) = comparison { absence } else { nil }
    }

    var verdict: Verdict {
        // The decision of an earlier look is final, even if the current totals have no estimate.
        if let decided { return decided }
        if !missing.isEmpty { return Verdict(.tooEarly, [.missing(missing)]) }
        switch comparison {
        case .failure(let absence):
            return Verdict(.undecided, [.absent(metric: cell.metric, group: cell.group, absence)])
        case .success:
            if let least = design.leastEffect, design.isSmall(difference, lift) {
                return Verdict(.noDifference, [.small(metric: cell.metric, group: cell.group, finding, least)])
            }
            return Verdict(
                .undecided,
                [.uncertain(metric: cell.metric, group: cell.group, finding, leastEffect, daysLeft)])
        }
    }

    /// The verdict if zero is ruled out. A guardrail that got worse is harmful.
    ///
    /// It comes before "no difference that matters": otherwise, a small effect with the verdict "better" would lose it
    /// when it is measured more precisely.
    private var decided: Verdict? {
        let word: VerdictWord
        if design.direction.favours(difference) {
            word = .better
        } else if design.direction.opposes(difference) {
            word = design.role == .guardrail ? .harmful : .worse
        } else {
            return nil
        }
        return Verdict(word, [.effect(metric: cell.metric, group: cell.group, finding)])
    }

    private var finding: EffectFinding {
        let seen = try? comparison.get()
        return EffectFinding(
            difference: seen?.difference.value ?? .nan, differences: difference, lift: seen?.lift?.value, lifts: lift)
    }
}

/// The time until a difference that matters would be detected, with a probability of 80%.
public enum DaysLeft: Sendable, Hashable {
    /// About this number of days, if new users keep arriving at the recent rate.
    case days(Int)
    /// More than ninety days.
    case notWithThisTraffic
    /// There are fewer than three days of data.
    case tooSoon
    /// There are no recent new users.
    case noNewUsers
    /// There is no difference to wait for, for example because control's mean is zero.
    case unknown

    /// Estimates the days.
    ///
    /// The standard error must decrease to the effect divided by (k + 0.84). Here k is the multiplier of the sequence
    /// at the required number of units, and 0.84 the normal quantile of 80%.
    ///
    /// - Parameters:
    ///   - effect: the smallest difference that matters.
    ///   - usersPerDay: the number of new users in the two groups per day.
    init(
        for effect: Double?, _ comparison: GroupComparison, _ sequence: ConfidenceSequence?, days: Double,
        usersPerDay: Double
    ) {
        guard days >= 3 else {
            self = .tooSoon
            return
        }
        guard let effect, let sequence, usersPerDay >= 0, usersPerDay.isFinite else {
            self = .unknown
            return
        }
        guard usersPerDay > 0 else {
            self = .noNewUsers
            return
        }
        let (now, error) = (comparison.units, comparison.decidingDifference.standardError)
        var needed = now
        // k hardly depends on the units: a few rounds settle it.
        for _ in 0..<12 {
            let share = error * (sequence.multiplier(units: needed) + Self.powerQuantile) / effect
            needed = now * share * share
        }
        let left = (max(0, needed - now) / usersPerDay).rounded(.up)
        self = left <= 90 ? .days(max(1, Int(nearest: left))) : .notWithThisTraffic
    }

    /// The normal quantile of 80%.
    private static let powerQuantile = 0.841_621_233_572_914_3
}
