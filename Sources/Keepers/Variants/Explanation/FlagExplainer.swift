import ExperimentsCore

/// Evaluates a flag like a read, in the same order and with the same draws, and records each step.
struct FlagExplainer {
    let program: EvaluationProgram
    let persona: Persona
    let random: RandomFractions

    func explain(flag: Int) -> FlagExplanation {
        var explanations: [VariantExplanation] = []
        var value: Result<JSONValue, FlagProblem>?
        var winner: String?
        for candidate in program.candidates[flag] {
            let variant = program.variants[candidate.variant]
            let (conditions, activity) = consider(candidate.variant)
            let outcome: VariantExplanation.Outcome
            switch activity {
            case .success(true):
                outcome = value == nil ? .wins : .overruled
                if value == nil { (value, winner) = (.success(candidate.value), variant.id) }
            case .success(false): outcome = .inactive
            case .failure(let problem):
                outcome = .failed
                if value == nil { value = .failure(problem) }
            }
            explanations.append(
                VariantExplanation(
                    id: variant.id, value: candidate.value, conditionOperator: variant.conditionOperator,
                    forced: persona.forced[variant.id], conditions: conditions, outcome: outcome))
        }
        let definition = program.flags[flag]
        return FlagExplanation(
            flag: definition.name, baseValue: definition.baseValue,
            value: value ?? .success(definition.baseValue),
            winner: winner, variants: explanations.reversed())
    }

    private func consider(_ number: Int) -> ([ConditionExplanation], Result<Bool, FlagProblem>) {
        let variant = program.variants[number]
        let indices = program.conditions[number]
        if let forced = persona.forced[variant.id] {
            let conditions = zip(variant.conditions, indices).map { notAsked($0, $1) }
            return (conditions, .success(forced))
        }
        let isDisjunction = variant.isDisjunction
        var settled: Result<Bool, FlagProblem>?
        var conditions: [ConditionExplanation] = []
        for (condition, index) in zip(variant.conditions, indices) {
            guard settled == nil else {
                conditions.append(notAsked(condition, index))
                continue
            }
            let (explanation, verdict) = decide(condition, index, of: number)
            conditions.append(explanation)
            switch verdict {
            case .success(let isMet): if isMet == isDisjunction { settled = .success(isMet) }
            case .failure(let problem): settled = .failure(problem)
            }
        }
        return (conditions, settled ?? .success(!isDisjunction))
    }

    private func notAsked(_ condition: Variant.Condition, _ index: Int) -> ConditionExplanation {
        ConditionExplanation(
            type: condition.type, verdict: .notAsked, detail: program.meanings[index].question(condition))
    }

    private func decide(
        _ condition: Variant.Condition, _ index: Int, of variant: Int
    ) -> (ConditionExplanation, Result<Bool, FlagProblem>) {
        let meaning = program.meanings[index]
        let question = meaning.question(condition)
        let answer: (isMet: Bool, detail: String)
        switch meaning {
        case .random(let chance):
            if let isMet = meaning.isAlwaysMet {
                answer = (isMet, question)
            } else {
                let drawn = random.next()
                answer = (drawn <= chance ?? 0, "drew \(Self.text(drawn)); \(question)")
            }
        case .custom:
            do throws(FlagProblem) {
                answer = (try program.isMet(index, of: variant, for: persona.context, random), question)
            } catch {
                let reason = if case .conditionFailed(_, _, let reason) = error { reason } else { "\(error)" }
                let explanation = ConditionExplanation(
                    type: condition.type, verdict: .failed(reason: reason), detail: question)
                return (explanation, .failure(error))
            }
        case .remainder, .oneOf, .rollout:
            let found = meaning.finding(in: persona.context)
            // Only an app's own predicate throws.
            let isMet = (try? program.isMet(index, of: variant, for: persona.context, random)) ?? false
            answer = (isMet, "\(found); \(question)")
        }
        let explanation = ConditionExplanation(
            type: condition.type, verdict: answer.isMet ? .met : .notMet, detail: answer.detail)
        return (explanation, .success(answer.isMet))
    }

    private static func text(_ fraction: Double) -> String {
        let digits = String(Int(fraction * 1_000_000))
        return "0." + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
    }
}

extension EvaluationProgram {
    /// Returns how conditions decide on every flag, by its name.
    func decisions(for persona: Persona, _ random: RandomFractions) -> ExactDictionary<ContextDecision> {
        let pairs = flags.indices.map { flag in
            let decided = reading(ofFlag: flag, for: persona, random).variant
            return (flags[flag].name, decision(onFlag: flag, by: decided, persona, random))
        }
        return ExactDictionary(pairs) { first, _ in first }
    }

    private func decision(
        onFlag flag: Int, by decided: String?, _ persona: Persona, _ random: RandomFractions
    ) -> ContextDecision {
        var (isConditional, isPercentage) = (false, false)
        var missing: String?
        for variant in candidates[flag].map(\.variant) {
            let isForced = persona.forced[variants[variant].id] != nil
            if !isForced, !conditions[variant].isEmpty {
                isConditional = true
                missing = missing ?? missingKey(of: variant, persona.context, random)
            }
            guard variants[variant].id == decided else { continue }
            isPercentage = !isForced && conditions[variant].contains { meanings[$0].isPercentage }
            break
        }
        return ContextDecision(
            isConditional: isConditional, isDecided: decided != nil, isPercentage: isPercentage,
            missing: missing)
    }

    /// Returns the name that identifies a variant's users, if the context does not have it and nothing else decides
    /// whether the variant is active.
    private func missingKey(of variant: Int, _ context: VariantContext, _ random: RandomFractions) -> String?
    {
        let range = conditions[variant]
        let missing = range.lazy.compactMap { index -> String? in
            guard self.meanings[index].isPercentage, let key = self.meanings[index].contextKey else {
                return nil
            }
            return context[key] == nil ? key : nil
        }.first
        guard let missing else { return nil }
        let settles = variants[variant].isDisjunction
        let isSettled = range.contains { index in
            if meanings[index].isPercentage { return false }
            return (try? isMet(index, of: variant, for: context, random)) == settles
        }
        return isSettled ? nil : missing
    }
}

extension ConditionMeaning {
    /// Whether it is met for a share of the users, or at random.
    fileprivate var isPercentage: Bool {
        switch self {
        case .random, .remainder, .rollout: true
        case .oneOf, .custom: false
        }
    }
}

extension VariantRegistry {
    /// Explains why a flag has its value for a persona: each variant that was considered, each condition with its
    /// inputs and result, and the winner.
    ///
    /// With a seed, the value is the one that a reading for the same persona gives.
    ///
    /// - Throws: `FlagProblem` if there is no such flag. A condition that fails is part of the explanation.
    public func explain(_ flag: String, for persona: Persona) throws(FlagProblem) -> FlagExplanation {
        try explanation(of: flag, by: program, for: persona)
    }

    /// Explains why flags have their values for a persona, all from one state of the registry.
    ///
    /// - Throws: `FlagProblem` if there is no such flag. A condition that fails is part of its explanation.
    public func explain(_ flags: [String], for persona: Persona) throws(FlagProblem) -> [FlagExplanation] {
        let program = program
        var explanations: [FlagExplanation] = []
        for flag in flags { explanations.append(try explanation(of: flag, by: program, for: persona)) }
        return explanations
    }

    private func explanation(
        of flag: String, by program: EvaluationProgram, for persona: Persona
    ) throws(FlagProblem) -> FlagExplanation {
        guard let number = program.flagNumbers[flag] else { throw .unknownFlag(flag) }
        let explainer = FlagExplainer(
            program: program, persona: persona, random: persona.draws(for: flag, random))
        return explainer.explain(flag: number)
    }

    /// Explains why a flag has its value in a context.
    ///
    /// - Throws: `FlagProblem` if there is no such flag.
    public func explain(
        _ flag: String, context: VariantContext = .empty, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> FlagExplanation {
        try explain(flag, for: Persona(context: context, forced: forced))
    }
}
