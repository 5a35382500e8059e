import ExperimentsCore

extension VariantRegistry {
    /// Returns the value of a boolean flag.
    ///
    /// - Throws: `FlagProblem` if there is no such flag, or its value has another type.
    public func bool(
        _ name: String, context: VariantContext = .empty, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> Bool {
        try typed(name, context, forced, expected: "true or false", \.bool)
    }

    /// Returns the value of a string flag.
    ///
    /// - Throws: `FlagProblem` if there is no such flag, or its value has another type.
    public func string(
        _ name: String, context: VariantContext = .empty, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> String {
        try typed(name, context, forced, expected: "text", \.string)
    }

    /// Returns the value of a whole-number flag. It must be written as a whole number: `3.0` is not one.
    ///
    /// - Throws: `FlagProblem` if there is no such flag, or its value has another type or does not fit.
    public func int(
        _ name: String, context: VariantContext = .empty, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> Int {
        try typed(name, context, forced, expected: "a whole number", \.int)
    }

    /// Returns the value of a number flag, whole or not.
    ///
    /// - Throws: `FlagProblem` if there is no such flag, or its value has another type or is too large.
    public func double(
        _ name: String, context: VariantContext = .empty, forced: [String: Bool] = [:]
    ) throws(FlagProblem) -> Double {
        try typed(name, context, forced, expected: "a number") {
            $0.double.flatMap { $0.isFinite ? $0 : nil }
        }
    }

    private func typed<Value>(
        _ name: String, _ context: VariantContext, _ forced: [String: Bool], expected: String,
        _ convert: (JSONValue) -> Value?
    ) throws(FlagProblem) -> Value {
        let (json, variant) = try value(name, context, forced)
        guard let converted = convert(json) else {
            throw .wrongKind(flag: name, expected: expected, found: json, variant: variant)
        }
        return converted
    }
}
