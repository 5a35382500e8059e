import ExperimentsCore

extension VariantRegistry {
    /// Explains why a flag has its value for a persona: each variant that was considered, each condition with its
    /// inputs and result, and the winner.
    ///
    /// With a seed, the value is the one that a reading for the same persona gives.
    ///
    /// - Throws: `FlagProblem` if there is no such flag. A condition that fails is part of the explanation.
    public func explain(_ flag: String, for persona: Persona) throws(FlagProblem) -> FlagExplanation {
        try explanation(of: flag, by: program, for: persona, prepare(persona.context))
    }

    /// Explains why flags have their values for a persona, all from one state of the registry.
    ///
    /// - Throws: `FlagProblem` if there is no such flag. A condition that fails is part of its explanation.
    public func explain(_ flags: [String], for persona: Persona) throws(FlagProblem) -> [FlagExplanation] {
        let (program, context) = (program, prepare(persona.context))
        var explanations: [FlagExplanation] = []
        for flag in flags { explanations.append(try explanation(of: flag, by: program, for: persona, context)) }
        return explanations
    }

    private func explanation(
        of flag: String, by program: EvaluationProgram, for persona: Persona, _ context: PreparedContext
    ) throws(FlagProblem) -> FlagExplanation {
        guard let number = program.flagNumbers[flag] else { throw .unknownFlag(flag) }
        let explainer = FlagExplainer(
            program: program, context: context, forced: persona.forced, random: persona.draws(for: flag, random))
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
