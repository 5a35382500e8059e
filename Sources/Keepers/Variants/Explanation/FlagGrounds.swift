import ExperimentsCore

/// The basis of a flag's value for a persona.
package struct FlagGrounds: Sendable, Hashable {
    /// The value, and the variant that set it.
    package let reading: FlagReading
    /// Whether some users get another value because of variants.
    package var isConditional = false
    /// Whether the variant that set the value is for a share of the users, or random.
    package var isPercentage = false
    /// The name in the context by which users are assigned to a share, if it is missing and might change the value.
    package var missingKey: String?
}

extension VariantRegistry {
    /// Returns the basis of every flag's value, in the order of the flags, all from one state of the registry.
    package func grounds(for persona: Persona) -> [FlagGrounds] {
        program.grounds(for: persona, prepare(persona.context), random)
    }
}

extension EvaluationProgram {
    func grounds(for persona: Persona, _ context: PreparedContext, _ random: RandomFractions) -> [FlagGrounds] {
        flags.indices.map { flag in
            var grounds = FlagGrounds(reading: reading(ofFlag: flag, for: persona, context, random))
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

    /// Returns the name by which a variant's users are found, if the context does not have it and nothing else decides
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
