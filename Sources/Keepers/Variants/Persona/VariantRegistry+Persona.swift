import ExperimentsCore

extension VariantRegistry {
    /// What every flag comes to for a persona, in the order of the flags, all from one state of the registry.
    public func readings(for persona: Persona) -> [FlagReading] {
        current.program.readings(for: persona, prepare(persona.context), random)
    }

    /// What one flag comes to for a persona.
    ///
    /// - Throws: where there is no such flag. A condition that fails is part of the reading.
    public func reading(_ flag: String, for persona: Persona) throws(FlagProblem) -> FlagReading {
        let program = current.program
        guard let number = program.flagNumbers.number(of: flag) else { throw .unknownFlag(flag) }
        return program.reading(ofFlag: number, persona, prepare(persona.context), random)
    }
}

extension EvaluationProgram {
    func readings(for persona: Persona, _ prepared: PreparedContext, _ random: RandomFractions) -> [FlagReading] {
        flags.indices.map { reading(ofFlag: $0, persona, prepared, random) }
    }

    func reading(
        ofFlag flag: Int, _ persona: Persona, _ prepared: PreparedContext, _ random: RandomFractions
    ) -> FlagReading {
        let name = flags[flag].name
        do throws(FlagProblem) {
            let value = try valueNumber(
                ofFlag: flag, prepared, persona.forced, persona.draws(for: name, random))
            let variant = supplier(ofFlag: flag, value: value).map { variants[$0].id }
            return FlagReading(flag: name, value: .success(values[value].json), variant: variant)
        } catch {
            return FlagReading(flag: name, value: .failure(error), variant: nil)
        }
    }
}
