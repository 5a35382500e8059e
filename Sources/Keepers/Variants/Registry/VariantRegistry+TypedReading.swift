import ExperimentsCore

extension VariantRegistry {
    /// The value of a flag that is true or false.
    ///
    /// - Throws: where there is no such flag, or its value is of another kind.
    public func bool(
        _ name: String, context: VariantContext = .empty, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> Bool {
        try bool(name, context: prepare(context), forced: forced)
    }

    /// The value of a flag that is true or false, for a prepared context.
    ///
    /// - Throws: where there is no such flag, or its value is of another kind.
    public func bool(
        _ name: String, context: PreparedContext, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> Bool {
        try typed(name, context, forced, "true or false") { value in
            if case .bool(let truth) = value.json { truth } else { nil }
        }
    }

    /// The value of a flag that is text.
    ///
    /// - Throws: where there is no such flag, or its value is of another kind.
    public func string(
        _ name: String, context: VariantContext = .empty, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> String {
        try string(name, context: prepare(context), forced: forced)
    }

    /// The value of a flag that is text, for a prepared context.
    ///
    /// - Throws: where there is no such flag, or its value is of another kind.
    public func string(
        _ name: String, context: PreparedContext, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> String {
        try typed(name, context, forced, "text") { $0.json.string }
    }

    /// The value of a flag that is a whole number, written as one: `3.0` is none.
    ///
    /// - Throws: where there is no such flag, or its value is of another kind or does not fit.
    public func int(
        _ name: String, context: VariantContext = .empty, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> Int {
        try int(name, context: prepare(context), forced: forced)
    }

    /// The value of a flag that is a whole number, for a prepared context.
    ///
    /// - Throws: where there is no such flag, or its value is of another kind or does not fit.
    public func int(
        _ name: String, context: PreparedContext, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> Int {
        try typed(name, context, forced, "a whole number", \.int)
    }

    /// The value of a flag that is a number, whole or not.
    ///
    /// - Throws: where there is no such flag, or its value is of another kind or too large.
    public func double(
        _ name: String, context: VariantContext = .empty, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> Double {
        try double(name, context: prepare(context), forced: forced)
    }

    /// The value of a flag that is a number, whole or not, for a prepared context.
    ///
    /// - Throws: where there is no such flag, or its value is of another kind or too large.
    public func double(
        _ name: String, context: PreparedContext, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> Double {
        try typed(name, context, forced, "a number", \.double)
    }

    @inline(__always)
    private func typed<Value>(
        _ name: String, _ context: PreparedContext, _ forced: [String: Bool], _ expected: StaticString,
        _ convert: (borrowing FlagValue) -> Value?
    ) throws(FlagProblem) -> Value {
        try read(name, context, forced) { (program, value, flag) throws(FlagProblem) in
            if let converted = convert(program.values[value]) { return converted }
            throw program.mismatch(flag: flag, value: value, expected: expected.description)
        }
    }
}

extension EvaluationProgram {
    /// The problem of a value that is not of the kind asked for.
    func mismatch(flag: Int, value: Int, expected: String) -> FlagProblem {
        .wrongKind(
            flag: flags[flag].name, expected: expected, found: values[value].json,
            variant: supplier(ofFlag: flag, value: value).map { variants[$0].id })
    }

    /// The number of the variant that sets a value of a flag; nil for the base value.
    func supplier(ofFlag flag: Int, value: Int) -> Int? {
        candidates[candidateRange(flag)].first { Int($0.value) == value }.map { Int($0.variant) }
    }
}
