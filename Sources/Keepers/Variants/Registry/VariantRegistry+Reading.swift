import ExperimentsCore

extension VariantRegistry {
    /// Prepares a context for fast reads. It stays valid for the life of the registry.
    public func prepare(_ context: VariantContext) -> PreparedContext {
        PreparedContext(context, keyTable)
    }

    /// Returns the value of a flag.
    ///
    /// - Parameters:
    ///   - name: the name of the flag.
    ///   - context: the user's fields.
    ///   - forced: variants that are active (true) or inactive (false) regardless of their conditions. Unknown IDs
    ///     are ignored.
    /// - Throws: `FlagProblem` if there is no such flag, or a condition of the app's own throws.
    public func flagValue(
        _ name: String, context: VariantContext = .empty, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> JSONValue {
        try flagValue(name, context: prepare(context), forced: forced)
    }

    /// Returns the value of a flag, for a prepared context.
    ///
    /// - Throws: `FlagProblem` if there is no such flag, or a condition of the app's own throws.
    public func flagValue(
        _ name: String, context: PreparedContext, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> JSONValue {
        try read(name, for: context, forced: forced) { program, value, _ in program.values[value].json }
    }

    /// Finds the value of a flag, and calls `body` with its number.
    @inline(__always)
    func read<Value>(
        _ name: String, for context: PreparedContext, forced: [String: Bool],
        _ body: (EvaluationProgram, Int, Int) throws(FlagProblem) -> Value
    ) throws(FlagProblem) -> Value {
        let program = self.program
        guard let flag = program.flagNumbers[name] else { throw .unknownFlag(name) }
        return try body(program, try program.valueNumber(ofFlag: flag, for: context, forced: forced, random), flag)
    }
}
