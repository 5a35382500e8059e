extension FeaturePayload {
    /// The same for users who differ in a few attributes alone: conditions on the others are asked once, here, instead of
    /// for each user. A million users on a hundred features take a third of the time for it.
    ///
    /// - Parameters:
    ///   - base: what all users have in common.
    ///   - varying: the slots of what they differ in.
    func fixed(for base: FeatureEvaluator, varying: Set<Int>) -> FeaturePayload {
        var payload = self
        let pass = EvaluationPass(base)
        payload.features = features.map { feature in
            let rules = feature.rules.map { $0.fixed(by: pass, varying: varying) }
            return Feature(
                key: feature.key, defaultValue: feature.defaultValue, rules: rules,
                asked: rules.indices.filter { !rules[$0].decidesNothing })
        }
        return payload
    }
}

extension FeatureRule {
    fileprivate func fixed(by pass: EvaluationPass, varying: Set<Int>) -> FeatureRule {
        switch action {
        case .force(let rollout):
            guard let condition = rollout.condition, !condition.looks(at: varying) else { return self }
            if pass.holds(condition) { return with(.force(rollout.withoutCondition)) }
            return skipped
        case .experiment(let experiment):
            guard let condition = experiment.condition, !condition.looks(at: varying) else { return self }
            if pass.holds(condition) { return with(.experiment(Experiment(experiment, condition: nil))) }
            return pass.canOverrule(experiment) ? self : skipped
        case .bandit, .none: return self
        }
    }

    /// The same rule for those whom it has nothing for: its prerequisites may still end the feature.
    private var skipped: FeatureRule {
        FeatureRule(id: id, prerequisites: prerequisites, filters: nil, action: .none)
    }

    fileprivate var decidesNothing: Bool {
        if case .none = action { prerequisites.isEmpty } else { false }
    }

    private func with(_ action: Action) -> FeatureRule {
        FeatureRule(id: id, prerequisites: prerequisites, filters: filters, action: action)
    }
}

extension EvaluationPass {
    /// Whether something may put a user into an experiment whose condition does not hold.
    fileprivate func canOverrule(_ experiment: Experiment) -> Bool {
        !evaluator.context.url.isEmpty || evaluator.context.forcedVariations[experiment.key] != nil
            || isSticky(experiment.hashing)
    }
}

extension Rollout {
    fileprivate var withoutCondition: Rollout {
        Rollout(
            value: value, attribute: attribute, condition: nil, share: share, seed: seed, version: version,
            hashing: hashing)
    }
}

extension Condition {
    /// Whether the answer may depend on what lies at one of these slots. Of a saved group it is taken that it does.
    func looks(at slots: Set<Int>) -> Bool {
        clauses.contains { clause in
            switch clause {
            case .any(let conditions), .none(let conditions), .all(let conditions):
                conditions.contains { $0.looks(at: slots) }
            case .not(let condition): condition.looks(at: slots)
            case .attribute(let asked): slots.contains(asked.path.slot)
            case .savedGroup: true
            case .malformed: false
            }
        }
    }
}
