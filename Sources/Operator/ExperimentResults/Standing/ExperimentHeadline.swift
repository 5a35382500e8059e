import ExperimentStatistics

/// The verdict on an experiment in one sentence, which is the same in every place that shows it.
package struct ExperimentHeadline: Sendable, Hashable {
    /// The verdict.
    package let word: VerdictWord
    /// What stops a decision, in a few words: `crashes may be up to +104%`, `check first: 3,000 users are in b, …`; nil
    /// if nothing does.
    package let obstacle: String?
    /// The reason for the verdict, with the group that it is about if there are several, and the verdicts on other
    /// groups: `b: purchase +40% (between +12% and +70%); c: worse, stop it`.
    package let reason: String
    /// The verdicts on other groups than those that the verdict is about, if they are decided: `c: worse, stop it`.
    package let others: [String]
    /// What to do, in a few words.
    package let advice: String

    /// The obstacle and the reason, to be shown beside the verdict.
    package var why: String {
        let but = obstacle.map { "but \($0)" }
        return [but, reason.isEmpty ? nil : reason].compactMap(\.self).joined(separator: "; ")
    }

    /// The verdict in two or three words, for a column: `better, check` if something stops the decision.
    package var shortText: String {
        let text = word == .noDifference ? "no difference" : word.text
        return obstacle == nil ? text : text + ", check"
    }

    /// The whole sentence: `better, but crashes may be up to +104%; purchase +40% (between +12% and +70%)`.
    package var text: String {
        let but = obstacle.map { ", but \($0)" } ?? ""
        return word.text + but + (reason.isEmpty ? "" : (but.isEmpty ? ": " : "; ") + reason)
    }
}

extension ExperimentStanding {
    /// The verdict in one sentence.
    package var headline: ExperimentHeadline {
        ExperimentHeadline(
            word: verdict.word, obstacle: obstacle,
            reason: ([reasons.first].compactMap(\.self) + otherGroups).joined(separator: "; "),
            others: otherGroups,
            advice: advice)
    }

    /// What to do about the verdict, in a few words.
    package var advice: String {
        let first = stoppingWarnings(of: verdict).first ?? (verdict.open.isEmpty ? doubts.first : nil)
        return first.map { "check first: \($0)" } ?? advice(withoutObstacle: verdict)
    }

    private func advice(withoutObstacle verdict: Verdict) -> String {
        guard verdict.word == .noData, !strangers.isEmpty else { return plan.design.advice(for: verdict) }
        return
            "declare the groups that the app reports, or map them with `events: {groups: …}` in the project file"
    }

    /// Returns what to do about the verdict on the experiment, or on one treatment.
    package func advice(for verdict: Verdict) -> String {
        guard let first = stoppingWarnings(of: verdict).first else { return advice(withoutObstacle: verdict) }
        return "check first: \(first)"
    }

    /// Whether a treatment may be given to everyone.
    package var allowsShipping: Bool { allowsShipping(verdict) && !result.isAlarming }

    /// Returns whether the treatment with this verdict may be given to everyone.
    package func allowsShipping(_ verdict: Verdict) -> Bool {
        verdict.allowsShipping && stoppingWarnings(of: verdict).isEmpty
    }

    /// The open points of a decision, those that stop it first, in sentences.
    package var openPoints: [String] { openPoints(of: verdict) + doubts }

    /// Returns the open points of the decision on the experiment, or on one treatment.
    package func openPoints(of verdict: Verdict) -> [String] {
        stoppingWarnings(of: verdict) + verdict.open.map { words(for: $0, of: verdict) }
    }

    /// What makes the effect that decides doubtful: `purchase: suspiciously large: check the tracking first`.
    var doubts: [String] {
        guard isDecision(verdict), let line = leadingLine, line.effect != nil else { return [] }
        let metric = result.metrics.first { plan.design.metrics[$0.metric].name == line.metric.name }
        let notes = metric?.treatments.first { plan.design.groups[$0.group] == line.group }?.notes ?? []
        return notes.filter(\.isDoubt).map { words(for: plan.design.words(for: $0), about: line) }
    }

    /// Returns the notes about the figures of a line that are not among the open points already.
    package func closedNotes(of line: MetricLine) -> [String] {
        line.notes.filter { !openPoints.contains(words(for: $0, about: line)) }
    }

    /// Returns a note about the figures of a line, with the group where there are several.
    private func words(for note: String, about line: MetricLine) -> String {
        let group = plan.design.treatments.count > 1 ? ", \(line.group)" : ""
        return "\(line.metric.name)\(group): \(note)"
    }

    /// Returns the warnings, if there is a decision for them to stop.
    func stoppingWarnings(of verdict: Verdict) -> [String] { isDecision(verdict) ? warnings : [] }

    /// Whether the verdict is a decision that something can stop.
    private func isDecision(_ verdict: Verdict) -> Bool {
        switch verdict.word {
        case .better, .worse, .changed, .noDifference, .safe: true
        case .noData, .untrustworthy, .tooEarly, .harmful, .undecided, .notYetKnown: false
        }
    }

    private var obstacle: String? {
        let points = openPoints
        guard let first = points.first else { return nil }
        let more = points.count > 1 ? " (and \(points.count - 1) more)" : ""
        return (stoppingWarnings(of: verdict).isEmpty ? first : "check first: \(first)") + more
    }

    /// The verdicts on other groups than those that the verdict is about, if they are decided.
    private var otherGroups: [String] {
        let design = plan.design
        guard design.treatments.count > 1 else { return [] }
        return design.treatments.compactMap { group in
            guard let own = result.treatments[group], own.word != verdict.word else { return nil }
            let name = design.groups[group]
            return switch own.word {
            case .harmful: "\(name): harmful, stop it"
            case .worse: "\(name): worse, stop it"
            case .better: own.open.isEmpty ? "\(name): better" : "\(name): better, but not known to be safe"
            case .changed: "\(name): changed"
            case .noData, .untrustworthy, .tooEarly, .noDifference, .undecided, .safe, .notYetKnown: nil
            }
        }
    }
}

extension ResultNote {
    /// Whether it makes an effect doubtful, so that a person has to look before a decision.
    fileprivate var isDoubt: Bool {
        switch self {
        case .largeEffect, .unevenPast, .adjustmentTurnsSign: true
        case .effectChanges, .openWindows, .liftWithoutBounds: false
        }
    }
}
