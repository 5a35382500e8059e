import ExperimentsCore

/// What a flag's value for a persona rests on.
package struct FlagGrounds: Sendable, Hashable {
    /// The value, and the variant that set it.
    package let reading: FlagReading
    /// Whether there are variants that change the flag for some.
    package var isConditional = false
    /// Whether the variant that set the value is for a part of all users, or by chance.
    package var isPercentage = false
    /// The name in the context that a part of all users is found by, where it is not there and might have changed the
    /// value.
    package var missingKey: String?
}

extension VariantRegistry {
    /// What every flag's value rests on, in the order of the flags, all from one state of the registry.
    package func grounds(for persona: Persona) -> [FlagGrounds] {
        current.program.grounds(for: persona, prepare(persona.context), random)
    }
}

extension EvaluationProgram {
    func grounds(for persona: Persona, _ context: PreparedContext, _ random: RandomFractions) -> [FlagGrounds] {
        flags.indices.map { flag in
            var grounds = FlagGrounds(reading: reading(ofFlag: flag, persona, context, random))
            for index in candidateRange(flag) {
                let variant = Int(candidates[index].variant)
                if persona.forced[variants[variant].id] == nil, !conditionRange(variant).isEmpty {
                    grounds.isConditional = true
                    if grounds.missingKey == nil { grounds.missingKey = missingKey(of: variant, context, random) }
                }
                guard variants[variant].id == grounds.reading.variant else { continue }
                grounds.isPercentage =
                    persona.forced[variants[variant].id] == nil
                    && conditionRange(variant).contains { meanings[$0].isPercentage }
                break
            }
            return grounds
        }
    }

    /// The name by which a variant's users are found, where the context does not have it and nothing else settles
    /// whether the variant is active.
    private func missingKey(of variant: Int, _ context: PreparedContext, _ random: RandomFractions) -> String? {
        let range = conditionRange(variant)
        let missing = range.lazy.compactMap { index -> String? in
            guard self.meanings[index].isPercentage, let key = self.meanings[index].contextKey else { return nil }
            return context.context[key] == nil ? key : nil
        }.first
        guard let missing else { return nil }
        let settles = compiledVariants[variant].isDisjunction
        let isSettled = range.contains { index in
            if meanings[index].isPercentage { return false }
            return (try? isMet(index, of: variant, context, random)) == settles
        }
        return isSettled ? nil : missing
    }
}

extension ConditionMeaning {
    /// Whether it is met for a part of all users, or by chance.
    fileprivate var isPercentage: Bool {
        switch self {
        case .random, .remainder, .rollout: true
        case .oneOf, .custom: false
        }
    }
}
