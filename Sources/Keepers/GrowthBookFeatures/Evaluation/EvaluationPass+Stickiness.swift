extension EvaluationPass {
    /// The variation that is stored for an experiment.
    enum StoredVariation {
        case none
        case variation(Int)
        /// A version that does not count any more is stored: the user is out.
        case blocked
    }

    /// Looks an experiment up among the stored assignments.
    func storedVariation(of experiment: Experiment) -> StoredVariation {
        guard let buckets = evaluator.stickyBuckets else { return .none }
        let hashing = experiment.hashing
        let own = document(of: hashing.own, in: buckets)
        // Where no attribute stands in, that called `id` does. That is odd, and what the SDKs do.
        let fallback = document(of: hashing.fallback ?? 0, in: buckets)
        let assigned = { (name: String) in own?.assignments[name] ?? fallback?.assignments[name] }
        if let blocked = experiment.stickiness.blocked.first(where: { assigned($0) != nil }) {
            trace?.note(.stickyBlocked(blocked), .failed)
            return .blocked
        }
        guard let key = assigned(experiment.stickiness.assignment) else { return .none }
        guard let variation = experiment.variations.firstIndex(where: { $0.ownKey == key }) else {
            trace?.note(.stickyGone(key), .note)
            return .none
        }
        trace?.note(.stickyFound(experiment.stickiness.assignment, variation: key), .passed)
        return .variation(variation)
    }

    private func document(of attribute: Int, in buckets: StickyBuckets) -> StickyBuckets.Document? {
        guard evaluator.attributes.hashed[attribute] != nil else { return nil }
        return buckets.documents[
            StickyBuckets.Document(
                attributeName: evaluator.payload.hashAttributes[attribute], attributeValue: storedText(of: attribute)
            ).key]
    }

    private func storedText(of attribute: Int) -> String {
        StickyBuckets.text(of: evaluator.attributes.raw[attribute])
    }

    /// Stores where the user is now.
    mutating func store(_ experiment: Experiment, _ variation: Int, _ attribute: Int) {
        guard isSticky(experiment.hashing) else { return }
        let isNew = keep(
            experiment.variations[variation].key, for: experiment.stickiness.assignment,
            evaluator.payload.hashAttributes[attribute], storedText(of: attribute))
        if isNew { trace?.note(.stickyKept(experiment.stickiness.assignment), .note) }
    }
}
