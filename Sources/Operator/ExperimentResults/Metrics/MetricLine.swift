import ExperimentEvents
import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject

/// A metric of a treatment compared with control, in words and figures.
package struct MetricLine: Sendable, Hashable {
    /// The metric.
    package let metric: MetricDesign
    /// The treatment's name.
    package let group: String
    /// Control's mean, in the format of its metric; nil while control has no users.
    package let control: String?
    /// The treatment's mean.
    package let treatment: String?
    /// The measured effect, and its interval; nil if it is unknown.
    package let effect: EffectRange?
    /// The verdict on the metric alone.
    package let verdict: Verdict
    /// The reasons for the verdict, in sentences.
    package let reasons: [String]
    /// Further notes, in sentences.
    package let notes: [String]
    /// The chance that the treatment is better: `97%`. Not valid for repeated looks.
    package let chanceToWin: String?
    /// The p-value of all looks, after correction: `0.012`.
    package let pValue: String
    /// A sentence saying that values are adjusted by data from before the exposure; nil if they are not.
    package let adjustment: String?
    /// Welch's test, in words; nil if there is none.
    package let singleLook: SingleLook?

    init(_ design: ExperimentDesign, metric: MetricResult, treatment: TreatmentResult) {
        self.metric = design.metrics[metric.metric]
        group = design.groups[treatment.group]
        let kind = self.metric.kind
        let means = metric.means(of: treatment, design)
        control = means.control.map(kind.text(ofMean:))
        self.treatment = means.treatment.map(kind.text(ofMean:))
        effect = EffectRange(treatment, of: kind)
        verdict = treatment.verdict
        reasons = treatment.verdict.reasons.map(design.words)
        notes = treatment.notes.map(design.words)
        chanceToWin = treatment.chanceToWin.map(FigureText.chance)
        pValue = Self.text(ofPValue: treatment.pValue)
        singleLook = SingleLook(treatment, of: kind)
        adjustment = treatment.comparison?.adjustment.map {
            "adjusted by what users did before (θ = \(FigureText.precise($0))), so the effect is not that of the means"
        }
    }

    fileprivate static func text(ofPValue p: Double) -> String { p < 0.001 ? "< 0.001" : FigureText.plain(p) }

    /// Welch's test in words. It is only valid at the end of an experiment that was planned for a single look.
    package struct SingleLook: Sendable, Hashable {
        /// The measured effect: `+6.4%`.
        package let effect: String
        /// The effects that the test does not reject: `+1.2% to +12%`.
        package let interval: String
        /// The level of the interval, after correction: `5%`.
        package let level: String
        /// The p-value, after correction: `0.012`.
        package let pValue: String

        /// A share of a mean that may be zero has no meaning, so this is a lift only if the effect of all looks is one,
        /// too.
        init?(_ treatment: TreatmentResult, of kind: MetricKind) {
            guard let test = treatment.fixedHorizon, let comparison = treatment.comparison else { return nil }
            let isLift = EffectRange(treatment, of: kind)?.isLift ?? false
            let range: EffectRange
            if isLift, comparison.hasCertainBaseline, let lift = comparison.lift, var lifts = test.lift {
                // A share or a number of events cannot decrease by more than 100%.
                if kind == .proportion || kind == .count { lifts.lower = max(lifts.lower, -1) }
                range = EffectRange(seen: lift.value, possible: lifts, unit: .lift)
            } else {
                let unit = EffectUnit(isLift: false, of: kind)
                range = EffectRange(seen: comparison.difference.value, possible: test.interval, unit: unit)
            }
            (effect, interval) = (range.seenText, range.rangeText ?? "-")
            (level, pValue) = (FigureText.percent(test.level), MetricLine.text(ofPValue: test.pValue))
        }
    }
}

extension ExperimentStanding {
    /// The lines, one for each metric and treatment: goals first, then guardrails, then other metrics.
    package var lines: [MetricLine] {
        let roles: [MetricRole] = [.goal, .guardrail, .secondary]
        return roles.flatMap { role in
            result.metrics.filter { plan.design.metrics[$0.metric].role == role }.flatMap { metric in
                metric.treatments.map { MetricLine(plan.design, metric: metric, treatment: $0) }
            }
        }
    }
}

extension MetricResult {
    /// Returns the means of control and of a treatment. If the split changed, they are those of the phases in which the
    /// two are compared, so that the difference is the effect.
    package func means(of treatment: TreatmentResult, _ design: ExperimentDesign) -> (
        control: Double?, treatment: Double?
    ) {
        if let comparison = treatment.comparison {
            return (comparison.control.mean, comparison.treatment.mean)
        }
        func mean(_ group: Int) -> Double? { groups.indices.contains(group) ? groups[group]?.mean : nil }
        return (mean(design.control), mean(treatment.group))
    }
}

extension GroupComparison {
    /// Whether control's mean is at least three standard errors away from zero, so that a share of it has a meaning.
    var hasCertainBaseline: Bool {
        lift != nil && abs(control.mean) > 3 * control.varianceOfMean.squareRoot()
    }
}

extension MetricKind {
    /// Returns a mean in the format of its kind of metric: a percentage for shares, otherwise a number.
    package func text(ofMean mean: Double) -> String {
        self == .proportion ? FigureText.precisePercent(mean) : FigureText.precise(mean)
    }
}

extension ProjectMetric {
    /// The event in words; both for a ratio: `click per view`.
    package var eventText: String {
        let events = [event, denominatorEvent].compactMap(\.self).joined(separator: " per ")
        return countsEvents ? events + ", counted" : events
    }

    /// The window in words: `72h`, `24h to 48h`, `none`.
    package var windowText: String {
        let end = window.map { DurationText.text(of: $0) }
        let range =
            windowStart.map { "\(DurationText.text(of: $0)) to \(end ?? "any time")" } ?? end ?? "none"
        return countsCompleteWindowsOnly ? range + ", only users whose window is over" : range
    }
}

extension LeastEffect {
    /// The effect in words: `5%`, `0.2`.
    package var text: String {
        switch self {
        case .lift(let share): FigureText.percent(abs(share))
        case .difference(let size): FigureText.plain(abs(size))
        }
    }
}

extension ExperimentStanding {
    /// Returns the maximum amount that counts for one user, as a number; nil if there is no cap, or no user has a value
    /// yet.
    package func cap(of metric: MetricDesign) -> Double? {
        switch metric.cap {
        case .value(let limit): limit
        case .percentile: tally.caps[metric.name]
        case nil: nil
        }
    }

    /// Returns the cap in words: `500`, `99%`; nil for none.
    package func capText(of metric: MetricDesign) -> String? {
        switch metric.cap {
        case .value(let limit): FigureText.precise(limit)
        case .percentile(let share, _):
            "\(FigureText.percent(share)) of users with a value"
                + (cap(of: metric).map { ", now \(FigureText.precise($0))" } ?? "")
        case nil: nil
        }
    }
}
