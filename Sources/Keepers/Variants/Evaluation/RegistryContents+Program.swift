extension RegistryContents {
    /// The next program, of all flags and variants.
    mutating func nextProgram(_ keyTable: ContextKeyTable) -> EvaluationProgram {
        countChange()
        return program(keyTable)
    }

    /// The program of all flags and variants.
    func program(_ keyTable: ContextKeyTable) -> EvaluationProgram {
        EvaluationProgram(ProgramCompiler(self, keyTable: keyTable), generation: generation)
    }
}
