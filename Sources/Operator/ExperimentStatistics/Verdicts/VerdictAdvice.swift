extension ExperimentDesign {
    /// Returns what to do about a verdict, in a few words: `keep it running: about 40 more days`.
    package func advice(for verdict: Verdict) -> String {
        switch verdict.word {
        case .noData: "check that the app reports exposures and events"
        case .untrustworthy: "find the cause first: the groups cannot be compared"
        case .tooEarly: "keep it running" + (missingDays(verdict).map { ": about \($0)" } ?? "")
        case .harmful: "stop it" + (metric(verdict).map { ": \($0) got worse" } ?? "")
        case .better: "you can stop and ship " + (group(verdict) ?? "it")
        case .worse: "you can stop and keep " + (groups.indices.contains(control) ? groups[control] : "control")
        case .noDifference: "you can stop: any difference is too small to matter"
        case .undecided: undecided(verdict)
        }
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
                }
            }
        }
        return days.filter(\.isFinite).max().map { "\(FigureText.days($0)) more" }
    }

    private func metric(_ verdict: Verdict) -> String? {
        for case .effect(let metric, _, _) in verdict.reasons where metrics.indices.contains(metric) {
            return metrics[metric].name
        }
        return nil
    }

    private func group(_ verdict: Verdict) -> String? {
        for case .effect(_, let group, _) in verdict.reasons where groups.indices.contains(group) {
            return groups[group]
        }
        return nil
    }
}
