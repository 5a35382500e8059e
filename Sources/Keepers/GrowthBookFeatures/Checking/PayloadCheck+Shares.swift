import ExperimentsCore

/// Shares of users are between 0 and 1. SDKs take 50 for all users, not for half of them.
extension PayloadCheck {
    mutating func checkShare(of rollout: Rollout) {
        switch rollout.share {
        case .coverage(let coverage): check(coverage: coverage)
        case .range(let range): check([range], of: "the rollout")
        case .everybody, .nobody: break
        }
    }

    mutating func checkShares(of experiment: Experiment) {
        if let coverage = experiment.members["coverage"]?.double { check(coverage: coverage) }
        if experiment.members["ranges"] != nil {
            check(experiment.ranges, of: "the experiment \(experiment.key)")
        }
        if let namespace = experiment.namespace {
            check([namespace.range], of: "the namespace \(namespace.name)")
        }
    }

    private mutating func check(coverage: Double) {
        guard coverage > 1 else { return }
        note(
            .share,
            "the coverage \(Self.text(coverage)) counts as 1, which is all users; half of them are 0.5")
    }

    private mutating func check(_ ranges: [BucketRange], of thing: String) {
        guard let range = ranges.first(where: { $0.start < 0 || $0.end > 1 }) else { return }
        note(
            .share,
            "\(thing) has the range \(Self.text(range.start)) to \(Self.text(range.end)), but the buckets of users are "
                + "between 0 and 1")
    }

    private static func text(_ number: Double) -> String { JavaScriptNumber.text(of: number) }
}
