extension EvaluationProgram {
    /// What a read is made with.
    struct Inputs {
        let context: PreparedContext
        let forced: [String: Bool]
        let random: RandomFractions
    }

    /// The number of the value that a flag takes.
    ///
    /// The candidates are asked from the last to the first, and the first active one ends the search: the value is
    /// the same as where all are asked and the last active one wins.
    @inline(__always)
    func valueNumber(ofFlag flag: Int, _ inputs: borrowing Inputs) throws(FlagProblem) -> Int {
        for index in candidateRange(flag) {
            let candidate = candidates[index]
            if try isActive(Int(candidate.variant), inputs) { return Int(candidate.value) }
        }
        return flag
    }

    /// Whether a variant is active, forced or by its conditions.
    @inline(__always)
    func isActive(_ variant: Int, _ inputs: borrowing Inputs) throws(FlagProblem) -> Bool {
        if !inputs.forced.isEmpty, let forced = inputs.forced[variants[variant].id] { return forced }
        return try meetsConditions(of: variant, inputs)
    }

    @inline(__always)
    private func meetsConditions(of variant: Int, _ inputs: borrowing Inputs) throws(FlagProblem) -> Bool {
        let compiled = compiledVariants[variant]
        var index = Int(compiled.firstCondition)
        let end = Int(compiled.endCondition)
        while index < end {
            // One that is met settles OR, one that is not settles AND.
            if try isMet(index, of: variant, inputs) == compiled.isDisjunction { return compiled.isDisjunction }
            index += 1
        }
        return !compiled.isDisjunction
    }

    /// Whether one condition is met.
    @inline(__always)
    func isMet(_ condition: Int, of variant: Int, _ inputs: borrowing Inputs) throws(FlagProblem) -> Bool {
        switch tests[condition] {
        case .never: return false
        case .always: return true
        case .random(let chance): return inputs.random.next() <= chance
        case .remainder(let key, let lower, let upper):
            let remainder = remainder(key, inputs)
            return lower <= remainder && remainder <= upper
        case .oneOf(let key, let set):
            guard let unit = unit(key, inputs) else { return false }
            return sets[set].contains(unit)
        case .rollout(let key, let seed, let lower, let upper):
            guard let bucket = bucket(key, seed: seed, inputs) else { return false }
            return lower <= bucket && bucket < upper
        case .custom(let number):
            return try decide(number, variant: variant, condition: condition, inputs)
        }
    }

    @inline(__always)
    private func remainder(_ key: Int, _ inputs: borrowing Inputs) -> Double {
        if inputs.context.isMade(for: keyTable), let remainder = inputs.context.remainder(key) { return remainder }
        return lateSlot(key, inputs).remainder
    }

    @inline(__always)
    private func unit(_ key: Int, _ inputs: borrowing Inputs) -> String? {
        if inputs.context.isMade(for: keyTable), let slot = inputs.context.slot(key) { return slot.unit }
        return lateSlot(key, inputs).unit
    }

    @inline(__always)
    private func bucket(_ key: Int, seed: UInt64, _ inputs: borrowing Inputs) -> Int? {
        guard let unit = unit(key, inputs) else { return nil }
        return RolloutBucket(unit: unit, seed: seed).number
    }

    /// For a context that was prepared for another registry, or before a reload that brought the name.
    @inline(never)
    private func lateSlot(_ key: Int, _ inputs: borrowing Inputs) -> ContextSlot {
        ContextSlot(inputs.context.context[keyNames[key]])
    }

    @inline(never)
    private func decide(
        _ number: Int, variant: Int, condition: Int, _ inputs: borrowing Inputs
    ) throws(FlagProblem) -> Bool {
        do {
            return try predicates[number](inputs.context.context)
        } catch {
            let type = variants[variant].conditions[condition - conditionRange(variant).lowerBound].type
            throw .conditionFailed(variant: variants[variant].id, type: type, reason: String(describing: error))
        }
    }
}
