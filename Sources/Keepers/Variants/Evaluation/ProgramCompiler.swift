import ExperimentsCore

/// Compiles flags and variants, which are known to be in order, to a program.
struct ProgramCompiler {
    let flags: [FlagDefinition]
    let variants: [Variant]
    let keyTable: ContextKeyTable
    let flagNumbers: [String: Int]
    let variantNumbers: [String: Int]
    private(set) var meanings: [ConditionMeaning] = []
    private(set) var values: [FlagValue] = []
    private(set) var candidates: [EvaluationProgram.Candidate] = []
    private(set) var candidateStarts: [Int32] = []
    private(set) var compiledVariants: [EvaluationProgram.CompiledVariant] = []
    private(set) var tests: [CompiledCondition] = []
    private(set) var sets: [Set<String>] = []
    private(set) var predicates: [ConditionPredicate] = []
    private var keyNumbers: [String: Int] = [:]

    /// Compiles.
    ///
    /// - Parameters:
    ///   - contents: flags, and variants that change no others.
    ///   - keyTable: the numbers of names in contexts.
    init(_ contents: RegistryContents, keyTable: ContextKeyTable) {
        flags = contents.flags.map { $0.flag }
        variants = contents.variants.map { $0.checked.variant }
        flagNumbers = contents.flagNumbers
        variantNumbers = contents.variantNumbers
        self.keyTable = keyTable
        compileValues()
        for entry in contents.variants { compileConditions(of: entry.checked) }
    }

    /// Sorts the mods by flag, counting first, so that no list is made for each flag.
    private mutating func compileValues() {
        values = flags.map { FlagValue($0.baseValue) }
        var changes: [(flag: Int, candidate: EvaluationProgram.Candidate)] = []
        var counts = [Int32](repeating: 0, count: flags.count + 1)
        // Of two mods of one flag, the first counts.
        var lastChange = [Int32](repeating: -1, count: flags.count)
        for (number, variant) in variants.enumerated() {
            for mod in variant.mods {
                guard let flag = flagNumbers[mod.flag], lastChange[flag] != number else { continue }
                lastChange[flag] = Int32(number)
                changes.append((flag, .init(variant: Int32(number), value: Int32(values.count))))
                values.append(FlagValue(mod.value))
                counts[flag + 1] += 1
            }
        }
        for flag in flags.indices { counts[flag + 1] += counts[flag] }
        candidateStarts = counts
        candidates = Array(repeating: .init(variant: 0, value: 0), count: changes.count)
        var ends = Array(counts.dropFirst())
        for change in changes {
            ends[change.flag] -= 1
            candidates[Int(ends[change.flag])] = change.candidate
        }
    }

    private mutating func compileConditions(of checked: CheckedVariant) {
        let first = tests.count
        for meaning in checked.meanings {
            meanings.append(meaning)
            tests.append(test(meaning))
        }
        compiledVariants.append(
            .init(
                isDisjunction: checked.variant.conditionOperator == .or, firstCondition: Int32(first),
                endCondition: Int32(tests.count)))
    }

    private mutating func test(_ meaning: ConditionMeaning) -> CompiledCondition {
        switch meaning {
        case .random(let chance):
            switch chance {
            case nil, 0: return .never
            case 1: return .always
            case let chance?: return .random(chance)
            }
        case .remainder(let key, let lower, let upper):
            return .remainder(key: number(ofKey: key), lower: lower, upper: upper)
        case .oneOf(let key, let ids):
            sets.append(Set(ids))
            return .oneOf(key: number(ofKey: key), set: sets.count - 1)
        case .rollout(let rollout):
            return .rollout(
                key: number(ofKey: rollout.key), seed: RolloutBucket.seed(rollout.salt),
                lower: Int32(rollout.buckets.lowerBound), upper: Int32(rollout.buckets.upperBound))
        case .custom(let predicate):
            predicates.append(predicate)
            return .custom(predicates.count - 1)
        }
    }

    private mutating func number(ofKey key: String) -> Int {
        if let number = keyNumbers[key] { return number }
        let number = keyTable.number(of: key)
        keyNumbers[key] = number
        return number
    }
}

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
