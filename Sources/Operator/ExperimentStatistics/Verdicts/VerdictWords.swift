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
        case .changed: "changed"
        case .safe: "safe"
        case .notYetKnown: "not yet known"
        case .noDifference: "no difference that matters"
        case .undecided: "undecided"
        }
    }
}

extension ExperimentDesign {
    /// Returns a reason in words, with advice. With several treatments, it names the group.
    public func words(for reason: VerdictReason) -> String {
        let words = ownWords(for: reason)
        guard treatments.count > 1, let group = reason.cell?.group, !words.isEmpty else { return words }
        return "\(name(ofGroup: group)): \(words)"
    }

    private func ownWords(for reason: VerdictReason) -> String {
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
            return
                "\(FigureText.count(mixed.count, "user")) (\(share)) saw more than one group during one split: "
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
            guard finding.differences != .everything else {
                return "\(name(metric)): nothing is ruled out yet"
            }
            let wait = words(for: days, least).map { "; \($0)" } ?? ""
            guard !finding.isOutside else { return "\(name(metric)) \(effect(finding, metric))\(wait)" }
            return "\(name(metric)) somewhere between \(range(finding, metric))\(wait)"
        case .unmeasured(let metric, _, let missing):
            return "\(name(metric)) is not yet known: "
                + missing.map { words(for: $0) }.joined(separator: "; ")
        case .harmed(let metric, _, let day, let then, let now):
            let later = now.map { "; now \(effect($0, metric))" } ?? ""
            return
                "\(name(metric)) \(effect(then, metric)) \(Self.words(forDay: day))\(later)\(family(of: metric))"
        case .changed(let metric, _, let day, let before, let now):
            let old = EffectFinding(difference: now.difference, lift: now.lift, before)
            return
                "\(name(metric)) changed \(Self.words(forDay: day)): \(range(old, metric, " to ")) before, now "
                + effect(now, metric)
        case .safe(let metric, _, let finding, let safety):
            return
                "\(name(metric)) \(effect(finding, metric)): not worse than \(words(for: safety.margin, metric))"
        case .notYetSafe(let metric, _, _, let safety):
            return "\(risk(of: metric, safety))\(wait(for: safety))"
        }
    }

    /// Returns how bad the effect on a guardrail may be: `crash may be up to +104%`.
    private func risk(of metric: Int, _ safety: GuardrailSafety) -> String {
        guard safety.worst.isFinite else {
            return "\(name(metric)) may be much worse: nothing is ruled out yet"
        }
        let isDown = metrics.indices.contains(metric) && metrics[metric].direction == .down
        return
            "\(name(metric)) may be \(isDown ? "up" : "down") to \(size(safety.worst, like: safety.margin, metric))"
    }

    private func wait(for safety: GuardrailSafety) -> String {
        guard let users = safety.usersLeft else { return "" }
        return "; about \(FigureText.count(users, "more user", "more users")) until it is known to be safe"
    }

    /// Returns a margin in words: `10%`.
    package func words(for margin: LeastEffect, _ metric: Int) -> String {
        switch margin {
        case .lift(let share): FigureText.percent(abs(share))
        case .difference(let size): words(forDifference: abs(size), metric)
        }
    }

    private func words(forDifference size: Double, _ metric: Int) -> String {
        isShare(metric) ? FigureText.plain(size * 100) + " percentage points" : FigureText.plain(size)
    }

    private func size(_ value: Double, like margin: LeastEffect, _ metric: Int) -> String {
        if case .lift = margin { return FigureText.signedPercent(value) }
        return isShare(metric)
            ? FigureText.signed(value * 100) + " percentage points" : FigureText.signed(value)
    }

    private static func words(forDay day: Double) -> String {
        "on day \(FigureText.grouped(Int(nearest: day.rounded(.up))))"
    }

    /// Returns missing data in words.
    public func words(for missing: MissingData) -> String {
        switch missing {
        case .units(let group, let count, let days):
            return "\(FigureText.count(count, "more user", "more users")) in \(name(ofGroup: group))"
                + wait(days)
        case .conversions(let metric, let group, let count, let days):
            let what =
                isShare(metric)
                ? FigureText.count(count, "more conversion", "more conversions")
                : FigureText.count(count, "more user", "more users") + " with \(name(metric))"
            return "\(what) in \(name(ofGroup: control)) and \(name(ofGroup: group)) together" + wait(days)
        case .time(let days): return "\(FigureText.days(days)) more since the start"
        case .windows(_, let waiting): return words(for: waiting)
        }
    }

    private func words(for waiting: OpenWindows) -> String {
        let isOne = waiting.users == 1
        let next = waiting.days.map { days in
            "; the next \(days > 0 ? "in \(FigureText.days(days))" : "now")"
        }
        return "\(FigureText.count(waiting.users, "user is", "users are")) not finished, because "
            + "\(isOne ? "the window is" : "their windows are") still open\(next ?? "")"
    }

    /// Returns a note in words.
    public func words(for note: ResultNote) -> String {
        switch note {
        case .largeEffect: "suspiciously large: check the tracking first"
        case .unevenPast:
            "the groups differed before the first exposure: the effect may be older than the experiment"
        case .adjustmentTurnsSign:
            "without the adjustment for earlier behavior, the effect has the opposite sign"
        case .effectChanges(let day):
            "the effect changed \(Self.words(forDay: day)): a look contradicted earlier ones"
        case .openWindows(let waiting): words(for: waiting)
        case .liftWithoutBounds:
            "control's mean may be zero: only the difference is known, not the relative effect"
        }
    }

    /// Returns a mismatch in words: `3,000 : 0 users, expected 1,500 : 1,500, p < 0.001: 3,000 users are in …`.
    ///
    /// - Parameter cause: what explains it; nil if it is not known.
    package func words(for split: SampleRatioCheck, because cause: String? = nil) -> String {
        let misplaced = split.misplaced.enumerated().filter { $0.element > 0 }
        guard misplaced.isEmpty else {
            let came = misplaced.map {
                "\(FigureText.count($0.element, "user")) in \(name(ofGroup: $0.offset))"
            }
            return came.joined(separator: ", ")
                + ", which should have none: check how the app assigns groups "
                + "and the weights of the experiment's phases"
        }
        let seen = split.users.map { FigureText.grouped($0) }.joined(separator: " : ")
        let expected = split.expected.map { FigureText.grouped(Int(nearest: $0)) }.joined(separator: " : ")
        let chance = split.pValue.map { $0 < 0.001 ? ", p < 0.001" : ", p = \(FigureText.plain($0))" } ?? ""
        let usual =
            "some are lost or counted twice, for example by a redirect, a crash or a filter in one group"
        return "\(seen) users, expected \(expected)\(chance): \(cause ?? usual)"
    }

    private func words(for absence: MissingEstimate, _ metric: Int, _ group: Int) -> String {
        func name(_ side: MissingEstimate.Side) -> String {
            self.name(ofGroup: side == .control ? control : group)
        }
        return switch absence {
        case .neverTogether:
            "\(name(.control)) and \(name(.treatment)) had no users at the same time: there is nothing to compare"
        case .noUnits(let side): "\(name(side)) has no users"
        case .noBaseline: "no user has \(self.name(metric)) yet: there is nothing to compare"
        case .noDenominator(let side):
            "\(self.name(metric)) has nothing to be divided by in \(name(side)): check that its events arrive"
        case .noVariance: "\(self.name(metric)) is the same for all users: there is nothing to compare"
        case .notFinite: "the totals of \(self.name(metric)) are not numbers: recount them"
        }
    }

    private func words(for days: DaysLeft, _ least: LeastEffect) -> String? {
        switch days {
        case .days(let days):
            "about \(FigureText.count(days, "more day", "more days")) for \(words(for: least))"
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
        guard metrics.indices.contains(metric), metrics[metric].role == .guardrail, count > 1 else {
            return ""
        }
        return ", one of \(count) guardrails that are each judged at \(FigureText.percent(alpha))"
    }

    /// Returns the lift if its interval is known; otherwise the difference, in percentage points for shares.
    private func effect(_ finding: EffectFinding, _ metric: Int) -> String {
        let (text, bounds) = (text(finding, metric), finding.bounds)
        let unit = !finding.isLift && isShare(metric) ? " percentage points" : ""
        guard finding.isOutside else {
            return "\(text(finding.seen))\(unit) (between \(range(finding, metric)))"
        }
        let trend = finding.isNearerToZero ? "fade" : "grow"
        return
            "now \(text(finding.seen))\(unit); earlier looks left \(text(bounds.lower)) to \(text(bounds.upper)): "
            + "the effect seems to \(trend), or some data arrived late"
    }

    private func range(_ finding: EffectFinding, _ metric: Int, _ joint: String = " and ") -> String {
        let text = text(finding, metric)
        let bounds = finding.bounds
        return "\(text(bounds.lower))\(joint)\(text(bounds.upper))"
    }

    private func text(_ finding: EffectFinding, _ metric: Int) -> (Double) -> String {
        if finding.isLift { return FigureText.signedPercent }
        let scale = isShare(metric) ? 100.0 : 1
        return { FigureText.signed($0 * scale) }
    }

    private func isShare(_ metric: Int) -> Bool {
        metrics.indices.contains(metric) && metrics[metric].kind == .proportion
    }

    private func name(_ metric: Int) -> String {
        metrics.indices.contains(metric) ? metrics[metric].name : "a metric"
    }

    private func name(ofGroup group: Int) -> String {
        groups.indices.contains(group) ? groups[group] : "a group"
    }

    private func list(_ metrics: [Int]) -> String { metrics.map { name($0) }.joined(separator: ", ") }
}
