import ExperimentsCore

/// Flags and variants compiled for reading: everything is a number into a flat table, nothing is looked up by name
/// but the flag itself. Never changes.
final class EvaluationProgram: Sendable {
    /// A variant that changes a flag.
    struct Candidate: Sendable {
        let variant: Int32
        /// The number of the value in ``values``.
        let value: Int32
    }

    /// A variant's conditions and how they combine.
    struct CompiledVariant: Sendable {
        let isDisjunction: Bool
        let firstCondition: Int32
        let endCondition: Int32
    }

    /// Counts the changes of the registry.
    let generation: Int
    let flags: [FlagDefinition]
    let variants: [Variant]
    /// What each condition means, in the order of ``tests``.
    let meanings: [ConditionMeaning]
    let keyTable: ContextKeyTable

    let flagNumbers: [String: Int]
    let variantNumbers: [String: Int]
    /// The values of flags, base values first.
    let values: [FlagValue]
    /// The candidates of all flags, those of one flag together, the last variant first.
    let candidates: [Candidate]
    /// Where the candidates of each flag begin; one more than there are flags.
    let candidateStarts: [Int32]
    let compiledVariants: [CompiledVariant]
    let tests: [CompiledCondition]
    /// The sets of `oneOf` tests.
    let sets: [Set<String>]
    let predicates: [ConditionPredicate]
    /// The names behind the numbers that tests look up.
    let keyNames: [String]

    init(_ compiler: ProgramCompiler, generation: Int) {
        self.generation = generation
        flags = compiler.flags
        variants = compiler.variants
        meanings = compiler.meanings
        keyTable = compiler.keyTable
        flagNumbers = compiler.flagNumbers
        variantNumbers = compiler.variantNumbers
        values = compiler.values
        candidates = compiler.candidates
        candidateStarts = compiler.candidateStarts
        compiledVariants = compiler.compiledVariants
        tests = compiler.tests
        sets = compiler.sets
        predicates = compiler.predicates
        keyNames = compiler.keyTable.names
    }

    /// The candidates of a flag, the last variant first: the first active one gives the value.
    @inline(__always)
    func candidateRange(_ flag: Int) -> Range<Int> {
        Int(candidateStarts[flag])..<Int(candidateStarts[flag + 1])
    }

    /// The conditions of a variant.
    @inline(__always)
    func conditionRange(_ variant: Int) -> Range<Int> {
        let compiled = compiledVariants[variant]
        return Int(compiled.firstCondition)..<Int(compiled.endCondition)
    }
}

/// A condition made ready to be decided: what it asks for is a number in a table. Holds no reference, so that reading
/// it costs no counting.
enum CompiledCondition: Sendable {
    /// Met by no user.
    case never
    /// Met by all.
    case always
    /// Met where a random number from 0 up to 1 is at most this.
    case random(Double)
    /// Met where the remainder of a context's value is in a range, bounds included.
    case remainder(key: Int, lower: Double, upper: Double)
    /// Met where a context's value is in the set with a number.
    case oneOf(key: Int, set: Int)
    /// Met where the bucket of a context's value is from `lower` up to `upper`.
    case rollout(key: Int, seed: UInt64, lower: Int32, upper: Int32)
    /// Decided by the predicate with a number.
    case custom(Int)
}

/// A value that a flag can take, in the forms that typed reads ask for.
struct FlagValue: Sendable {
    /// The value itself.
    let json: JSONValue
    /// What a read as a whole number gives, where the number was written as one.
    let int: Int?
    /// What a read as a number gives.
    let double: Double?

    init(_ json: JSONValue) {
        self.json = json
        if case .number(let lexeme) = json {
            int = Int(lexeme)
            double = Double(lexeme).flatMap { $0.isFinite ? $0 : nil }
        } else {
            (int, double) = (nil, nil)
        }
    }
}

/// What a read is made with, `context`, `forced` and `random`, is handed on as it is: together in one value, each read
/// would count their references.
extension EvaluationProgram {
    /// The number of the value that a flag takes.
    ///
    /// The candidates are asked from the last to the first, and the first active one ends the search: the value is
    /// the same as where all are asked and the last active one wins.
    @inline(__always)
    func valueNumber(
        ofFlag flag: Int, for context: PreparedContext, forced: [String: Bool], _ random: RandomFractions
    ) throws(FlagProblem) -> Int {
        for index in candidateRange(flag) {
            let candidate = candidates[index]
            if try isActive(Int(candidate.variant), for: context, forced: forced, random) {
                return Int(candidate.value)
            }
        }
        return flag
    }

    /// Whether a variant is active, forced or by its conditions.
    @inline(__always)
    func isActive(
        _ variant: Int, for context: PreparedContext, forced: [String: Bool], _ random: RandomFractions
    ) throws(FlagProblem) -> Bool {
        if !forced.isEmpty, let forced = forced[variants[variant].id] { return forced }
        return try meetsConditions(of: variant, for: context, random)
    }

    @inline(__always)
    private func meetsConditions(
        of variant: Int, for context: PreparedContext, _ random: RandomFractions
    ) throws(FlagProblem) -> Bool {
        let compiled = compiledVariants[variant]
        var index = Int(compiled.firstCondition)
        let end = Int(compiled.endCondition)
        while index < end {
            // One that is met settles OR, one that is not settles AND.
            if try isMet(index, of: variant, for: context, random) == compiled.isDisjunction {
                return compiled.isDisjunction
            }
            index += 1
        }
        return !compiled.isDisjunction
    }

    /// Whether one condition is met.
    @inline(__always)
    func isMet(
        _ condition: Int, of variant: Int, for context: PreparedContext, _ random: RandomFractions
    ) throws(FlagProblem) -> Bool {
        switch tests[condition] {
        case .never: return false
        case .always: return true
        case .random(let chance): return random.next() <= chance
        case .remainder(let key, let lower, let upper):
            let remainder = remainder(key, context)
            return lower <= remainder && remainder <= upper
        case .oneOf(let key, let set):
            guard let unit = unit(key, context) else { return false }
            return sets[set].contains(unit)
        case .rollout(let key, let seed, let lower, let upper):
            guard let unit = unit(key, context) else { return false }
            let bucket = RolloutBucket(unit: unit, seed: seed).number
            return lower <= bucket && bucket < upper
        case .custom(let number):
            return try decide(number, variant: variant, condition: condition, context)
        }
    }

    @inline(__always)
    private func remainder(_ key: Int, _ context: PreparedContext) -> Double {
        if context.isMade(for: keyTable), let remainder = context.remainder(key) { return remainder }
        return lateSlot(key, context).remainder
    }

    @inline(__always)
    private func unit(_ key: Int, _ context: PreparedContext) -> String? {
        if context.isMade(for: keyTable), let slot = context.slot(key) { return slot.unit }
        return lateSlot(key, context).unit
    }

    /// For a context that was prepared for another registry, or before a reload that brought the name.
    @inline(never)
    private func lateSlot(_ key: Int, _ context: PreparedContext) -> ContextSlot {
        ContextSlot(context.context[keyNames[key]])
    }

    @inline(never)
    private func decide(
        _ number: Int, variant: Int, condition: Int, _ context: PreparedContext
    ) throws(FlagProblem) -> Bool {
        do {
            return try predicates[number](context.context)
        } catch {
            let type = variants[variant].conditions[condition - conditionRange(variant).lowerBound].type
            throw .conditionFailed(variant: variants[variant].id, type: type, reason: String(describing: error))
        }
    }
}

/// The reason why a flag could not be read.
public enum FlagProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// There is no flag with this name.
    case unknownFlag(String)
    /// The value has another type than was asked for. `variant` set it; nil for the base value.
    case wrongKind(flag: String, expected: String, found: JSONValue, variant: String?)
    /// A condition of the app's own threw an error.
    case conditionFailed(variant: String, type: String, reason: String)

    public var description: String {
        switch self {
        case .unknownFlag(let name): "no flag \"\(name)\""
        case .wrongKind(let flag, let expected, let found, let variant):
            "flag \"\(flag)\": \(DocumentWords.expected(expected, found: found.found)) "
                + (variant.map { "from variant \"\($0)\"" } ?? "from its base value")
        case .conditionFailed(let variant, let type, let reason):
            "condition \(type) of variant \"\(variant)\" failed: \(reason)"
        }
    }
}
