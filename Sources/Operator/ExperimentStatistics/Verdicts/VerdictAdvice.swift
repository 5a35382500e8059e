extension ExperimentDesign {
    /// Returns what to do about a verdict, in a few words: `keep it running: about 40 more days`.
    package func advice(for verdict: Verdict) -> String {
        switch verdict.word {
        case .noData: "check that the app reports exposures and events"
        case .untrustworthy: "find the cause first: the groups cannot be compared"
        case .tooEarly: "keep it running" + (missingDays(verdict).map { ": about \($0)" } ?? "")
        case .harmful: "stop it" + (metric(verdict).map { ": \($0) got worse" } ?? "")
        case .better where !verdict.open.isEmpty:
            "do not ship \(group(verdict) ?? "it") yet: " + unsafe(verdict)
        case .better: "you can stop and ship " + (group(verdict) ?? "it")
        case .changed: "look at when the effect changed, and decide by what holds now"
        case .safe: "you can go on with \(group(verdict) ?? "it"): the guardrails are safe"
        case .notYetKnown: "keep it running" + (users(verdict).map { ": about \($0)" } ?? "")
        case .worse:
            "you can stop and keep " + (groups.indices.contains(control) ? groups[control] : "control")
        case .noDifference: "you can stop: any difference is too small to matter"
        case .undecided: undecided(verdict)
        }
    }

    /// Returns which guardrails are open.
    private func unsafe(_ verdict: Verdict) -> String {
        let places = verdict.open.compactMap { $0.cell?.metric }.filter { metrics.indices.contains($0) }
        let names = places.map { metrics[$0].name }
        var known: Set<String> = []
        let distinct = names.filter { known.insert($0).inserted }
        return distinct.joined(separator: ", ") + (distinct.count == 1 ? " is" : " are")
            + " not known to be safe"
    }

    /// Returns the largest number of users that a guardrail still takes.
    private func users(_ verdict: Verdict) -> String? {
        let users = (verdict.reasons + verdict.open).compactMap { reason -> Int? in
            if case .notYetSafe(_, _, _, let safety) = reason { safety.usersLeft } else { nil }
        }
        return users.max().map { FigureText.count($0, "more user", "more users") }
    }

    private func undecided(_ verdict: Verdict) -> String {
        for reason in verdict.reasons {
            switch reason {
            case .disagreement: return "weigh the goals: they disagree"
            case .uncertain(_, _, _, _, .days(let days)):
                return "keep it running: about \(FigureText.count(days, "more day"))"
            case .uncertain(_, _, _, _, .notWithThisTraffic): return "stop it, or get more users"
            case .uncertain(_, _, _, _, .noNewUsers): return "stop it: there are no new users"
            default: continue
            }
        }
        return "keep it running"
    }

    /// Returns the longest wait until there is enough data.
    private func missingDays(_ verdict: Verdict) -> String? {
        let days = verdict.reasons.flatMap { reason -> [Double] in
            guard case .missing(let missing) = reason else { return [] }
            return missing.compactMap { missing in
                switch missing {
                case .units(_, _, let days), .conversions(_, _, _, let days): days
                case .time(let days): days
                case .windows(_, let waiting): waiting.days
                }
            }
        }
        return days.filter(\.isFinite).max().map { "\(FigureText.days($0)) more" }
    }

    private func metric(_ verdict: Verdict) -> String? {
        verdict.reasons.compactMap { $0.cell?.metric }.first { metrics.indices.contains($0) }.map {
            metrics[$0].name
        }
    }

    private func group(_ verdict: Verdict) -> String? {
        verdict.reasons.compactMap { $0.cell?.group }.first { groups.indices.contains($0) }.map { groups[$0] }
    }
}
