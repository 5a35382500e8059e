extension EvaluationPass {
    /// Evaluates an experiment, step by step in GrowthBook's order.
    mutating func run(_ experiment: Experiment) -> Decision.Outcome {
        guard experiment.variations.count > 1 else { return out(experiment, because: .tooFewVariations) }
        guard evaluator.context.isEnabled else { return out(experiment, because: .disabled) }
        if let targets = experiment.urlTargets, !URLTarget.isTargeted(evaluator.context.url, targets) {
            return out(experiment, because: .urlNotTargeted(evaluator.context.url))
        }
        if !evaluator.context.url.isEmpty,
            let variation = WebAddress.forcedVariation(
                of: experiment.key, in: evaluator.context.url, count: experiment.variations.count)
        {
            trace?.note(.forcedByURL(experiment.variations[variation].key), .passed)
            return forced(variation, in: experiment)
        }
        if !evaluator.context.forcedVariations.isEmpty,
            let variation = evaluator.context.forcedVariations[experiment.key]
        {
            trace?.note(.forcedByContext(variation), .passed)
            return forced(variation, in: experiment)
        }
        guard experiment.status != .draft else { return out(experiment, because: .draft) }
        let (attribute, value) = identity(experiment.hashing)
        guard let value else {
            return out(experiment, because: .noIdentity(evaluator.payload.hashAttributes[attribute]))
        }
        let stored = isSticky(experiment.hashing) ? storedVariation(of: experiment) : .none
        var isFound = false
        if case .variation = stored { isFound = true }
        guard isFound || isAdmitted(to: experiment, value) else { return out(experiment) }
        guard let version = experiment.version else { return out(experiment, because: .unknownHashVersion) }
        let bucket = experiment.seed.bucket(of: value, version)
        var variation = experiment.ranges.place(of: bucket)
        if case .variation(let kept) = stored { variation = kept }
        if case .blocked = stored {
            var outcome = out(experiment)
            outcome.isSticky = true
            return outcome
        }
        let isCovered = variation >= 0
        if !isFound {
            trace?.note(
                .buckets(
                    bucket: bucket, seed: experiment.seed.text, experiment.ranges,
                    keys: experiment.variationKeys, chosen: variation),
                isCovered ? .passed : .failed)
        }
        guard isCovered else { return out(experiment) }
        if let variation = experiment.forced {
            trace?.note(.forcedByExperiment(variation), .passed)
            return forced(variation, in: experiment)
        }
        guard !evaluator.context.isQualityAssurance else {
            return out(experiment, because: .qualityAssurance)
        }
        guard experiment.status != .stopped else { return out(experiment, because: .stopped) }
        guard experiment.variations.indices.contains(variation) else { return out(experiment) }
        store(variation, of: experiment, by: attribute)
        return Decision.Outcome(
            variation: variation, isIn: true, isHashUsed: true, bucket: bucket, isSticky: isFound,
            attribute: attribute)
    }

    /// Assigns the baseline to users who are not in the experiment.
    private func out(_ experiment: Experiment, because fact: EvaluationStep.Fact? = nil) -> Decision.Outcome {
        if let fact { trace?.note(fact, .failed) }
        return Decision.Outcome(
            variation: 0, isIn: false, isHashUsed: false, bucket: nil, isSticky: false,
            attribute: identity(experiment.hashing).attribute)
    }

    private func forced(_ variation: Int, in experiment: Experiment) -> Decision.Outcome {
        var outcome = out(experiment)
        guard experiment.variations.indices.contains(variation) else { return outcome }
        (outcome.variation, outcome.isIn) = (variation, true)
        return outcome
    }

    /// Whether the user may take part, unless a stored assignment decides.
    private mutating func isAdmitted(to experiment: Experiment, _ value: HashedText) -> Bool {
        if let filters = experiment.filters {
            guard isIn(filters) else { return false }
        } else if let namespace = experiment.namespace, !isIn(namespace, value) {
            return false
        }
        if let condition = experiment.condition {
            let holds = holds(condition)
            explain(condition)
            guard holds else { return false }
        }
        for prerequisite in experiment.prerequisites {
            let isMet = isMet(prerequisite)
            trace?.note(.prerequisite(prerequisite.key, isGate: false), isMet ? .passed : .failed)
            guard isMet else { return false }
        }
        return true
    }

    /// Returns the attribute that identifies the user, and its value.
    func identity(_ hashing: HashAttributes) -> (attribute: Int, value: HashedText?) {
        let values = evaluator.attributes.hashed
        if let value = values[hashing.own] { return (hashing.own, value) }
        if let fallback = hashing.fallback, isSticky(hashing), let value = values[fallback] {
            return (fallback, value)
        }
        return (hashing.own, nil)
    }

    /// Whether stored assignments count.
    func isSticky(_ hashing: HashAttributes) -> Bool {
        evaluator.stickyBuckets != nil && hashing.isStickyAllowed
    }

    /// Whether the user is in the buckets of all filters.
    func isIn(_ filters: [BucketFilter]) -> Bool {
        for filter in filters {
            guard !filter.isUnreadable else {
                trace?.note(.unreadable, .failed)
                return false
            }
            guard let value = evaluator.attributes.hashed[filter.attribute] else {
                trace?.note(.noIdentity(evaluator.payload.hashAttributes[filter.attribute]), .failed)
                return false
            }
            guard let version = filter.version else {
                trace?.note(.unknownHashVersion, .failed)
                return false
            }
            let bucket = filter.seed.bucket(of: value, version)
            let isIn = filter.ranges.place(of: bucket) >= 0
            trace?.note(
                .filter(seed: filter.seed.text, bucket: bucket, filter.ranges), isIn ? .passed : .failed)
            if !isIn { return false }
        }
        return true
    }

    /// Whether the user gets the value of a rollout.
    func isIn(_ rollout: Rollout) -> Bool {
        if let condition = rollout.condition {
            let holds = holds(condition)
            explain(condition)
            guard holds else { return false }
        }
        switch rollout.share {
        case .everybody: return true
        case .nobody:
            trace?.note(.coversNobody, .failed)
            return false
        case .coverage, .range: break
        }
        let identity = identity(rollout.hashing)
        guard let value = identity.value else {
            trace?.note(.noIdentity(evaluator.payload.hashAttributes[identity.attribute]), .failed)
            return false
        }
        guard let version = rollout.version else {
            trace?.note(.unknownHashVersion, .failed)
            return false
        }
        let bucket = rollout.seed.bucket(of: value, version)
        let isIn = rollout.share.contains(bucket, dialect)
        trace?.note(
            .rollout(rollout.shownShare, seed: rollout.seed.text, bucket: bucket), isIn ? .passed : .failed)
        return isIn
    }

    /// Whether the user is in a namespace.
    func isIn(_ namespace: Namespace, _ value: HashedText) -> Bool {
        let bucket = namespace.seed.bucket(of: value, .first)
        let isIn = namespace.range.contains(bucket)
        trace?.note(.namespace(namespace.name, bucket: bucket, namespace.range), isIn ? .passed : .failed)
        return isIn
    }
}

extension Rollout.Share {
    /// Returns whether a user's bucket is among those with the value, if the bucket matters.
    func contains(_ bucket: Double, _ dialect: EvaluationOptions.Dialect) -> Bool {
        switch self {
        case .range(let range): range.contains(bucket)
        case .coverage(let coverage): dialect == .strict ? bucket < coverage : bucket <= coverage
        case .everybody, .nobody: false
        }
    }
}

extension Rollout {
    /// The buckets that get the value.
    var shownShare: BucketRange {
        switch share {
        case .everybody: BucketRange(start: 0, end: 1)
        case .nobody: BucketRange(start: 0, end: 0)
        case .coverage(let coverage): BucketRange(start: 0, end: coverage)
        case .range(let range): range
        }
    }
}
