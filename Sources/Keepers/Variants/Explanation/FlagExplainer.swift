import ExperimentsCore

/// Evaluates a flag as a read does, in the same order and with the same draws, and writes down how.
struct FlagExplainer {
    let program: EvaluationProgram
    let context: PreparedContext
    let forced: [String: Bool]
    let random: RandomFractions

    func explain(flag: Int) -> FlagExplanation {
        var explanations: [VariantExplanation] = []
        var value: Result<JSONValue, FlagProblem>?
        var winner: String?
        for index in program.candidateRange(flag) {
            let candidate = program.candidates[index]
            let variant = program.variants[Int(candidate.variant)]
            let new = program.values[Int(candidate.value)].json
            let (conditions, activity) = consider(Int(candidate.variant))
            let outcome: VariantExplanation.Outcome
            switch activity {
            case .success(true):
                outcome = value == nil ? .wins : .overruled
                if value == nil { (value, winner) = (.success(new), variant.id) }
            case .success(false): outcome = .inactive
            case .failure(let problem):
                outcome = .failed
                if value == nil { value = .failure(problem) }
            }
            explanations.append(
                VariantExplanation(
                    id: variant.id, value: new, conditionOperator: variant.conditionOperator,
                    forced: forced[variant.id], conditions: conditions, outcome: outcome))
        }
        let definition = program.flags[flag]
        return FlagExplanation(
            flag: definition.name, baseValue: definition.baseValue, value: value ?? .success(definition.baseValue),
            winner: winner, variants: explanations.reversed())
    }

    private func consider(_ number: Int) -> ([ConditionExplanation], Result<Bool, FlagProblem>) {
        let variant = program.variants[number]
        let indices = Array(program.conditionRange(number))
        if let forced = forced[variant.id] {
            let conditions = zip(variant.conditions, indices).map { notAsked($0, $1) }
            return (conditions, .success(forced))
        }
        let isDisjunction = variant.conditionOperator == .or
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
        let question = program.meanings[index].question(condition)
        let answer: (isMet: Bool, detail: String)
        switch program.tests[index] {
        case .random(let chance):
            let drawn = random.next()
            answer = (drawn <= chance, "drew \(Self.text(drawn)); \(question)")
        case .custom:
            do throws(FlagProblem) {
                answer = (try program.isMet(index, of: variant, for: context, random), question)
            } catch {
                let reason = if case .conditionFailed(_, _, let reason) = error { reason } else { "\(error)" }
                let explanation = ConditionExplanation(
                    type: condition.type, verdict: .failed(reason: reason), detail: question)
                return (explanation, .failure(error))
            }
        case .never: answer = (false, question)
        case .always: answer = (true, question)
        case .remainder, .oneOf, .rollout:
            let found = program.meanings[index].finding(in: context.context)
            // Only an app's own predicate throws.
            let isMet = (try? program.isMet(index, of: variant, for: context, random)) ?? false
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
