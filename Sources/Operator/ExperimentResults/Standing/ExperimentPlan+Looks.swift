import ExperimentEvents
import ExperimentStatistics
import ExperimentsProject
import Foundation

extension ExperimentPlan {
    /// Returns the evidence of the looks so far: for each metric and treatment, the kept looks at the same definition, or
    /// else a look at the end of each day.
    func evidence(of tally: ExperimentTally, at date: Date) -> ExperimentEvidence {
        var evidence = ExperimentEvidence(design)
        let kept = Dictionary(grouping: tally.looks) { LookPlace(metric: $0.metric, group: $0.group) }
        var daily: ExperimentEvidence?
        for metric in design.metrics.indices {
            for group in design.treatments {
                let place = LookPlace(metric: design.metrics[metric].name, group: design.groups[group])
                var definitions = LookDefinitions(self, metric: metric, group: group)
                var looks = (kept[place] ?? []).filter { $0.definition == definitions.digest(at: $0.at) }.map(\.look)
                if looks.isEmpty {
                    daily = daily ?? dailyEvidence(tally, at: date)
                    looks = daily?[metric, group]?.looks ?? []
                }
                for look in looks { evidence.record(look, metric: metric, group: group) }
            }
        }
        return evidence
    }

    private func dailyEvidence(_ tally: ExperimentTally, at date: Date) -> ExperimentEvidence {
        var evidence = ExperimentEvidence(design)
        for data in dataByDay(tally, at: date) { design.remember(data, evidence: &evidence) }
        return evidence
    }
}

/// A metric and a treatment, by name.
private struct LookPlace: Hashable {
    let metric: String
    let group: String
}

/// The digests of everything that looks at a metric and a treatment depend on besides the data: the metric, the groups, the
/// declared start, the level and the tuning, and the phases that had begun or the end.
///
/// A look counts only while its digest is the same. A phase that is added later changes nothing about earlier looks.
struct LookDefinitions {
    /// A name for the formulas. Looks by other formulas are other looks.
    private static let method = "phases, least variance"

    private let plan: ExperimentPlan
    private let metric: Int
    private let group: Int
    private var digests: [[Int]: String] = [:]

    init(_ plan: ExperimentPlan, metric: Int, group: Int) {
        (self.plan, self.metric, self.group) = (plan, metric, group)
    }

    /// Returns the digest for looks at a time.
    mutating func digest(at date: Date) -> String {
        // Stores keep milliseconds.
        let count = plan.phases.count { ($0.from?.eventMilliseconds ?? .min) <= date.eventMilliseconds }
        let hasEnded = plan.hasEnded(at: date)
        if let digest = digests[[count, hasEnded ? 1 : 0]] { return digest }
        let design = plan.design
        let phases = plan.phases.prefix(count).map { phase in
            let weights = [design.control, group].map { phase.weights.indices.contains($0) && phase.weights[$0] > 0 }
            return "\(Self.text(phase.from)) \(weights)"
        }
        let start = plan.experiment.start ?? plan.experiment.phases.first?.from
        let digest = StoredLook.digest(
            of: [
                Self.method, definition, design.groups[design.control], design.groups[group],
                Self.text(start), String(design.alpha), String(design.tuning), String(design.usesPast),
            ] + phases + (hasEnded ? ["until \(Self.text(plan.experiment.end))"] : []))
        digests[[count, hasEnded ? 1 : 0]] = digest
        return digest
    }

    /// Everything that the project says of the metric and that changes what it is, in one text.
    private var definition: String {
        guard plan.metrics.indices.contains(metric) else { return plan.design.metrics[metric].name }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let data = try? encoder.encode(MetricDefinition(plan.metrics[metric]))
        let text = data.map { String(decoding: $0, as: UTF8.self) } ?? ""
        return text + " \(plan.metrics[metric].countsCompleteWindowsOnly)"
    }

    private static func text(_ date: Date?) -> String { date.map { String($0.eventMilliseconds) } ?? "-" }
}
