/// What a read is made with, `context`, `forced` and `random`, is handed on as it is: together in one value, each read
/// would count their references.
extension EvaluationProgram {
    /// The number of the value that a flag takes.
    ///
    /// The candidates are asked from the last to the first, and the first active one ends the search: the value is
    /// the same as where all are asked and the last active one wins.
    @inline(__always)
    func valueNumber(
        ofFlag flag: Int, for context: PreparedContext, forced: [String: Bool], _ random: RandomFractions
    ) throws(FlagProblem) -> Int {
        for index in candidateRange(flag) {
            let candidate = candidates[index]
            if try isActive(Int(candidate.variant), for: context, forced: forced, random) {
                return Int(candidate.value)
            }
        }
        return flag
    }

    /// Whether a variant is active, forced or by its conditions.
    @inline(__always)
    func isActive(
        _ variant: Int, for context: PreparedContext, forced: [String: Bool], _ random: RandomFractions
    ) throws(FlagProblem) -> Bool {
        if !forced.isEmpty, let forced = forced[variants[variant].id] { return forced }
        return try meetsConditions(of: variant, for: context, random)
    }

    @inline(__always)
    private func meetsConditions(
        of variant: Int, for context: PreparedContext, _ random: RandomFractions
    ) throws(FlagProblem) -> Bool {
        let compiled = compiledVariants[variant]
        var index = Int(compiled.firstCondition)
        let end = Int(compiled.endCondition)
        while index < end {
            // One that is met settles OR, one that is not settles AND.
            if try isMet(index, of: variant, for: context, random) == compiled.isDisjunction {
                return compiled.isDisjunction
            }
            index += 1
        }
        return !compiled.isDisjunction
    }

    /// Whether one condition is met.
    @inline(__always)
    func isMet(
        _ condition: Int, of variant: Int, for context: PreparedContext, _ random: RandomFractions
    ) throws(FlagProblem) -> Bool {
        switch tests[condition] {
        case .never: return false
        case .always: return true
        case .random(let chance): return random.next() <= chance
        case .remainder(let key, let lower, let upper):
            let remainder = remainder(key, context)
            return lower <= remainder && remainder <= upper
        case .oneOf(let key, let set):
            guard let unit = unit(key, context) else { return false }
            return sets[set].contains(unit)
        case .rollout(let key, let seed, let lower, let upper):
            guard let unit = unit(key, context) else { return false }
            let bucket = RolloutBucket(unit: unit, seed: seed).number
            return lower <= bucket && bucket < upper
        case .custom(let number):
            return try decide(number, variant: variant, condition: condition, context)
        }
    }

    @inline(__always)
    private func remainder(_ key: Int, _ context: PreparedContext) -> Double {
        if context.isMade(for: keyTable), let remainder = context.remainder(key) { return remainder }
        return lateSlot(key, context).remainder
    }

    @inline(__always)
    private func unit(_ key: Int, _ context: PreparedContext) -> String? {
        if context.isMade(for: keyTable), let slot = context.slot(key) { return slot.unit }
        return lateSlot(key, context).unit
    }

    /// For a context that was prepared for another registry, or before a reload that brought the name.
    @inline(never)
    private func lateSlot(_ key: Int, _ context: PreparedContext) -> ContextSlot {
        ContextSlot(context.context[keyNames[key]])
    }

    @inline(never)
    private func decide(
        _ number: Int, variant: Int, condition: Int, _ context: PreparedContext
    ) throws(FlagProblem) -> Bool {
        do {
            return try predicates[number](context.context)
        } catch {
            let type = variants[variant].conditions[condition - conditionRange(variant).lowerBound].type
            throw .conditionFailed(variant: variants[variant].id, type: type, reason: String(describing: error))
        }
    }
}
