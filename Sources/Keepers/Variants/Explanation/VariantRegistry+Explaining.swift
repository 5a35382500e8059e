import ExperimentsCore

extension VariantRegistry {
    /// Why a flag has its value for a persona: each variant considered, each condition with its inputs and verdict, and
    /// what won.
    ///
    /// With a seed, the value is the one that a reading for the same persona gives.
    ///
    /// - Throws: where there is no such flag. A condition that fails is part of the explanation.
    public func explain(_ flag: String, for persona: Persona) throws(FlagProblem) -> FlagExplanation {
        let program = current.program
        guard let number = program.flagNumbers.number(of: flag) else { throw .unknownFlag(flag) }
        let explainer = FlagExplainer(
            program: program, context: prepare(persona.context), forced: persona.forced,
            random: persona.draws(for: flag, random))
        return explainer.explain(flag: number)
    }

    /// Why a flag has its value in a context.
    ///
    /// - Throws: where there is no such flag.
    public func explain(
        _ flag: String, context: VariantContext = .empty, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> FlagExplanation {
        try explain(flag, for: Persona(context: context, forced: forced))
    }
}
