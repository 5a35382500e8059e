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
