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
        return buckets.documents[user(by: attribute).key]
    }

    /// The user whom an attribute tells from others, as documents name them.
    private func user(by attribute: Int) -> StickyBuckets.Document {
        StickyBuckets.Document(
            attributeName: evaluator.payload.hashAttributes[attribute],
            attributeValue: StickyBuckets.text(of: evaluator.attributes.raw[attribute]))
    }

    /// Stores where the user is now.
    mutating func store(_ variation: Int, of experiment: Experiment, by attribute: Int) {
        guard isSticky(experiment.hashing) else { return }
        let assignment = experiment.stickiness.assignment
        let isNew = keep(experiment.variations[variation].key, for: assignment, of: user(by: attribute))
        if isNew { trace?.note(.stickyKept(assignment), .note) }
    }
}
