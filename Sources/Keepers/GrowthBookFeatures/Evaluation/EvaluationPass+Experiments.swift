extension EvaluationPass {
    /// Evaluates an experiment, step by step in GrowthBook's order.
    mutating func run(_ experiment: Experiment) -> Decision.Outcome {
        guard experiment.variations.count > 1 else { return out(experiment, because: .tooFewVariations) }
        guard evaluator.context.isEnabled else { return out(experiment, because: .disabled) }
        if let targets = experiment.urlTargets, !URLTarget.isTargeted(evaluator.context.url, targets) {
            return out(experiment, because: .urlNotTargeted(evaluator.context.url))
        }
        if !evaluator.context.url.isEmpty,
            let variation = QueryOverride.variation(
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
        guard !evaluator.context.isQualityAssurance else { return out(experiment, because: .qualityAssurance) }
        guard experiment.status != .stopped else { return out(experiment, because: .stopped) }
        guard experiment.variations.indices.contains(variation) else { return out(experiment) }
        store(variation, of: experiment, by: attribute)
        return Decision.Outcome(
            variation: variation, isIn: true, isHashUsed: true, bucket: bucket, isSticky: isFound,
            attribute: attribute)
    }

    /// Those who are not in get the baseline.
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

    /// Whether the user may take part, as far as no stored assignment says so.
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
}
