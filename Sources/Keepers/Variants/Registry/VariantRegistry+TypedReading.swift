import ExperimentsCore

extension VariantRegistry {
    /// Returns the value of a boolean flag.
    ///
    /// - Throws: `FlagProblem` if there is no such flag, or its value has another type.
    public func bool(
        _ name: String, context: VariantContext = .empty, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> Bool {
        try bool(name, context: prepare(context), forced: forced)
    }

    /// Returns the value of a boolean flag, for a prepared context.
    ///
    /// - Throws: `FlagProblem` if there is no such flag, or its value has another type.
    public func bool(
        _ name: String, context: PreparedContext, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> Bool {
        try typed(name, for: context, forced: forced, expecting: "true or false") { value in
            if case .bool(let truth) = value.json { truth } else { nil }
        }
    }

    /// Returns the value of a text flag.
    ///
    /// - Throws: `FlagProblem` if there is no such flag, or its value has another type.
    public func string(
        _ name: String, context: VariantContext = .empty, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> String {
        try string(name, context: prepare(context), forced: forced)
    }

    /// Returns the value of a text flag, for a prepared context.
    ///
    /// - Throws: `FlagProblem` if there is no such flag, or its value has another type.
    public func string(
        _ name: String, context: PreparedContext, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> String {
        try typed(name, for: context, forced: forced, expecting: "text") { $0.json.string }
    }

    /// Returns the value of a whole-number flag. It must be written as a whole number: `3.0` is not one.
    ///
    /// - Throws: `FlagProblem` if there is no such flag, or its value has another type or does not fit.
    public func int(
        _ name: String, context: VariantContext = .empty, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> Int {
        try int(name, context: prepare(context), forced: forced)
    }

    /// Returns the value of a whole-number flag, for a prepared context.
    ///
    /// - Throws: `FlagProblem` if there is no such flag, or its value has another type or does not fit.
    public func int(
        _ name: String, context: PreparedContext, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> Int {
        try typed(name, for: context, forced: forced, expecting: "a whole number", \.int)
    }

    /// Returns the value of a number flag, whole or not.
    ///
    /// - Throws: `FlagProblem` if there is no such flag, or its value has another type or is too large.
    public func double(
        _ name: String, context: VariantContext = .empty, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> Double {
        try double(name, context: prepare(context), forced: forced)
    }

    /// Returns the value of a number flag, whole or not, for a prepared context.
    ///
    /// - Throws: `FlagProblem` if there is no such flag, or its value has another type or is too large.
    public func double(
        _ name: String, context: PreparedContext, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> Double {
        try typed(name, for: context, forced: forced, expecting: "a number", \.double)
    }

    @inline(__always)
    private func typed<Value>(
        _ name: String, for context: PreparedContext, forced: [String: Bool], expecting expected: StaticString,
        _ convert: (borrowing FlagValue) -> Value?
    ) throws(FlagProblem) -> Value {
        try read(name, for: context, forced: forced) { (program, value, flag) throws(FlagProblem) in
            if let converted = convert(program.values[value]) { return converted }
            throw program.mismatch(flag: flag, value: value, expected: expected.description)
        }
    }
}

extension EvaluationProgram {
    /// Returns the problem of a value that does not have the requested type.
    func mismatch(flag: Int, value: Int, expected: String) -> FlagProblem {
        .wrongKind(
            flag: flags[flag].name, expected: expected, found: values[value].json,
            variant: supplier(ofFlag: flag, value: value).map { variants[$0].id })
    }

    /// Returns the index of the variant that sets a value of a flag; nil for the base value.
    func supplier(ofFlag flag: Int, value: Int) -> Int? {
        candidates[candidateRange(flag)].first { Int($0.value) == value }.map { Int($0.variant) }
    }
}
