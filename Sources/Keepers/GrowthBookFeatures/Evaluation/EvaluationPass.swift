import ExperimentsCore

/// One evaluation of a feature, together with its prerequisites.
struct EvaluationPass {
    let evaluator: FeatureEvaluator
    /// Features that are being evaluated, the innermost last.
    private var open: [Int] = []
    /// The decisions about required features, so that each is evaluated once, regardless of the number of rules that
    /// need it.
    private var settled: [Int: Decision] = [:]
    private var isSettled = false
    /// The assignments after this one, if it changed any.
    private(set) var kept: StickyBuckets?
    /// Records the steps if an explanation is requested.
    var trace: EvaluationTrace?

    init(_ evaluator: FeatureEvaluator, trace: EvaluationTrace? = nil) {
        (self.evaluator, self.trace) = (evaluator, trace)
    }

    var dialect: EvaluationOptions.Dialect { evaluator.payload.options.dialect }

    /// Returns the result of evaluating a feature.
    mutating func result(of key: String) -> FeatureResult {
        if !evaluator.forcedValues.isEmpty, evaluator.forcedValues[ExactText(key)] != nil {
            return FeatureResult(Decision(.override), of: key, by: evaluator)
        }
        guard let place = evaluator.payload.places[ExactText(key)] else {
            return FeatureResult(Decision(.unknownFeature), of: key, by: evaluator)
        }
        return result(at: place)
    }

    /// Returns the result of evaluating the feature at a position.
    mutating func result(at place: Int) -> FeatureResult {
        FeatureResult(decide(place), at: place, by: evaluator)
    }

    /// Returns the value that a condition of a prerequisite examines.
    private func attribute(of place: Int, _ decision: Decision) -> AttributeValue {
        let feature = evaluator.payload.features[place]
        switch decision.source {
        case .override: return AttributeValue(evaluator.forcedValues[ExactText(feature.key)] ?? .null)
        case .defaultValue: return feature.defaultAttribute
        case .force, .experiment: return feature.rules[decision.rule].value(of: decision)?.attribute ?? .null
        case .unknownFeature, .prerequisite, .cyclicPrerequisite: return .null
        }
    }

    /// Decides about the feature at a place.
    mutating func decide(_ place: Int) -> Decision {
        if !open.isEmpty, open.contains(place) { return Decision(.cyclicPrerequisite) }
        if !settled.isEmpty, let decision = settled[place] { return decision }
        if !evaluator.forcedValues.isEmpty,
            evaluator.forcedValues[ExactText(evaluator.payload.features[place].key)] != nil
        {
            trace?.note(.forcedByHand)
            return Decision(.override)
        }
        guard open.count <= PrerequisiteOrder.deepest else { return Decision(.cyclicPrerequisite) }
        if open.isEmpty, !isSettled, !evaluator.payload.deepOrder.isEmpty { settleAll() }
        let feature = evaluator.payload.features[place]
        for (index, rule) in feature.rules.enumerated() {
            trace?.open(.rule(index: index, id: rule.id))
            let decision = decide(rule, at: index, of: place)
            trace?.close(decision.map { Self.verdict($0) } ?? .failed)
            if let decision { return decision }
        }
        trace?.note(.usesDefault(feature.defaultValue), .chosen)
        return Decision(.defaultValue)
    }

    private static func verdict(_ decision: Decision) -> EvaluationStep.Verdict {
        switch decision.source {
        case .force, .experiment: .chosen
        default: .stopped
        }
    }

    /// Evaluates all features, starting with those without prerequisites, so that no chain is too long.
    private mutating func settleAll() {
        isSettled = true
        let kept = trace
        trace = nil
        defer { trace = kept }
        for place in evaluator.payload.deepOrder {
            let decision = decide(place)
            if decision.source != .cyclicPrerequisite { settled[place] = decision }
        }
    }

    /// Returns the decision of a rule; nil to continue with the next one.
    private mutating func decide(_ rule: FeatureRule, at index: Int, of place: Int) -> Decision? {
        for prerequisite in rule.prerequisites {
            open.append(place)
            defer { open.removeLast() }
            trace?.open(.prerequisite(prerequisite.key, isGate: prerequisite.isGate))
            let parent = prerequisite.feature.map { decide($0) } ?? Decision(.unknownFeature)
            if parent.source == .cyclicPrerequisite {
                trace?.close(
                    .failed, as: .cycle(open.map { evaluator.payload.features[$0].key } + [prerequisite.key]))
                return Decision(.cyclicPrerequisite)
            }
            if let feature = prerequisite.feature { settled[feature] = parent }
            let value = prerequisite.feature.map { attribute(of: $0, parent) } ?? .null
            let isMet = holds(prerequisite.condition, of: value)
            explain(prerequisite.condition, of: value)
            trace?.close(isMet ? .passed : .failed)
            if !isMet { return prerequisite.isGate ? Decision(.prerequisite) : nil }
        }
        if let filters = rule.filters, !isIn(filters) { return nil }
        switch rule.action {
        case .force(let rollout): return isIn(rollout) ? Decision(.force, rule: index) : nil
        case .none:
            trace?.note(.onlyGate, .passed)
            return nil
        case .experiment(let experiment):
            return decision(run(experiment), in: experiment, at: index)
        case .bandit(let bandit):
            let leaf = bandit.leaves.firstIndex { holds($0.condition) } ?? -1
            let experiment = leaf < 0 ? bandit.fallback : bandit.leaves[leaf].experiment
            trace?.note(.bandit(bandit.id, leaf: experiment.bandit?.leafID ?? .null), .passed)
            var outcome = run(experiment)
            outcome.leaf = leaf
            return decision(outcome, in: experiment, at: index)
        }
    }

    private func decision(_ outcome: Decision.Outcome, in experiment: Experiment, at index: Int) -> Decision?
    {
        guard outcome.isIn else { return nil }
        guard !experiment.variations[outcome.variation].isPassThrough else {
            trace?.note(.passesThrough(experiment.variations[outcome.variation].key), .passed)
            return nil
        }
        return Decision(.experiment, rule: index, outcome: outcome)
    }

    /// Whether a prerequisite of an experiment without a rule is met; no cycle is.
    mutating func isMet(_ prerequisite: Prerequisite) -> Bool {
        let parent = prerequisite.feature.map { decide($0) } ?? Decision(.unknownFeature)
        guard parent.source != .cyclicPrerequisite else { return false }
        return holds(
            prerequisite.condition, of: prerequisite.feature.map { attribute(of: $0, parent) } ?? .null)
    }

    /// Returns whether a condition on the user is true.
    func holds(_ condition: Condition) -> Bool {
        ConditionEvaluation.holds(
            condition, for: evaluator.attributes.all, dialect: dialect, groups: evaluator.payload.groups)
    }

    /// Returns whether the condition of a prerequisite is true. It uses saved groups only in the strict dialect.
    private func holds(_ condition: Condition, of value: AttributeValue) -> Bool {
        ConditionEvaluation.holds(
            condition, for: .feature(value), dialect: dialect,
            groups: dialect == .strict ? evaluator.payload.groups : nil)
    }

    /// Notes the clauses of a condition in the trace, if there is one.
    ///
    /// - Parameter value: the value of a prerequisite; nil for a condition on the user.
    func explain(_ condition: Condition, of value: AttributeValue? = nil) {
        guard let trace else { return }
        let seesGroups = value == nil || dialect == .strict
        let evaluation = ConditionEvaluation(
            dialect: dialect, groups: seesGroups ? evaluator.payload.groups : nil)
        trace.note(condition, of: value.map { .feature($0) } ?? evaluator.attributes.all, by: evaluation)
    }

    /// Stores an assignment together with the existing ones, and returns whether that changed anything.
    mutating func keep(_ variation: String, for assignment: String, of user: StickyBuckets.Document) -> Bool {
        var buckets = kept ?? evaluator.stickyBuckets ?? StickyBuckets()
        guard buckets.store(variation, for: assignment, of: user) else { return false }
        kept = buckets
        return true
    }
}

extension FeatureRule {
    /// Returns the experiment that is used for a context of a bandit.
    func experiment(leaf: Int) -> Experiment? {
        switch action {
        case .experiment(let experiment): experiment
        case .bandit(let bandit): leaf < 0 ? bandit.fallback : bandit.leaves[leaf].experiment
        case .force, .none: nil
        }
    }

    /// Returns the value of the decision.
    func value(of decision: Decision) -> (value: JSONValue, attribute: AttributeValue)? {
        if case .force(let rollout) = action { return (rollout.value, rollout.attribute) }
        guard let outcome = decision.outcome, let experiment = experiment(leaf: outcome.leaf) else {
            return nil
        }
        let variation = experiment.variations[outcome.variation]
        return (variation.value, variation.attribute)
    }
}

extension EvaluationPass {
    /// The variation that is stored for an experiment.
    enum StoredVariation {
        case none
        case variation(Int)
        /// A stored version that is no longer valid: the user is excluded.
        case blocked
    }

    /// Looks an experiment up among the stored assignments, and those of this pass: an experiment may be that of several
    /// features, and the first variation counts.
    func storedVariation(of experiment: Experiment) -> StoredVariation {
        guard evaluator.stickyBuckets != nil, let buckets = kept ?? evaluator.stickyBuckets else {
            return .none
        }
        let hashing = experiment.hashing
        let own = document(of: hashing.own, in: buckets)
        // Without a fallback attribute, `id` is used. That is odd, but the SDKs do it.
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

    /// Returns the user identified by an attribute, in the form of documents.
    private func user(by attribute: Int) -> StickyBuckets.Document {
        StickyBuckets.Document(
            attributeName: evaluator.payload.hashAttributes[attribute],
            attributeValue: StickyBuckets.text(of: evaluator.attributes.raw[attribute]))
    }

    /// Stores the user's current variation.
    mutating func store(_ variation: Int, of experiment: Experiment, by attribute: Int) {
        guard isSticky(experiment.hashing) else { return }
        let assignment = experiment.stickiness.assignment
        let isNew = keep(experiment.variations[variation].key, for: assignment, of: user(by: attribute))
        if isNew { trace?.note(.stickyKept(assignment), .note) }
    }
}
