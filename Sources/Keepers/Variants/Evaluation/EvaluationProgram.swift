import ExperimentsCore

/// The flags and variants of a registry, as reads use them. Never changes.
final class EvaluationProgram: Sendable {
    /// A variant that changes a flag, and the value that it sets.
    struct Candidate: Sendable {
        let variant: Int
        let value: JSONValue
    }

    /// Counts the changes to the registry.
    let generation: Int
    let flags: [FlagDefinition]
    let variants: [Variant]
    let flagNumbers: [String: Int]
    let variantNumbers: [String: Int]
    /// The variants that change each flag, the last one first: the first active one sets the value.
    let candidates: [[Candidate]]
    /// The meanings of all conditions, those of one variant together.
    let meanings: [ConditionMeaning]
    /// The numbers of each variant's conditions.
    let conditions: [Range<Int>]

    /// - Parameter contents: flags, and variants that change no others.
    init(_ contents: RegistryContents) {
        generation = contents.generation
        flags = contents.flags.map { $0.flag }
        variants = contents.variants.map { $0.checked.variant }
        flagNumbers = contents.flagNumbers
        variantNumbers = contents.variantNumbers
        var candidates: [[Candidate]] = Array(repeating: [], count: flags.count)
        for (number, variant) in variants.enumerated().reversed() {
            for mod in variant.mods {
                // If a variant has two mods of one flag, the first counts.
                guard let flag = flagNumbers[mod.flag], candidates[flag].last?.variant != number else {
                    continue
                }
                candidates[flag].append(Candidate(variant: number, value: mod.value))
            }
        }
        self.candidates = candidates
        var meanings: [ConditionMeaning] = []
        conditions = contents.variants.map { entry in
            meanings += entry.checked.meanings
            return (meanings.count - entry.checked.meanings.count)..<meanings.count
        }
        self.meanings = meanings
    }

    /// The names that conditions look up in a context, each once, in the order of the variants.
    var contextKeys: [String] {
        var seen: Set<String> = []
        return meanings.compactMap(\.contextKey).filter { seen.insert($0).inserted }
    }

    /// Returns the variant that sets the value of a flag, with the value; nil for the base value.
    ///
    /// The candidates are asked from the last to the first, and the first active one ends the search: the value is
    /// the same as if all were asked and the last active one won.
    func winner(
        ofFlag flag: Int, for context: VariantContext, forced: [String: Bool], _ random: RandomFractions
    ) throws(FlagProblem) -> Candidate? {
        for candidate in candidates[flag] {
            if try isActive(candidate.variant, for: context, forced: forced, random) { return candidate }
        }
        return nil
    }

    /// Whether a variant is active, forced or by its conditions.
    func isActive(
        _ variant: Int, for context: VariantContext, forced: [String: Bool], _ random: RandomFractions
    ) throws(FlagProblem) -> Bool {
        if !forced.isEmpty, let forced = forced[variants[variant].id] { return forced }
        let isDisjunction = variants[variant].isDisjunction
        for condition in conditions[variant] {
            // One that is met decides OR, one that is not met decides AND.
            if try isMet(condition, of: variant, for: context, random) == isDisjunction {
                return isDisjunction
            }
        }
        return !isDisjunction
    }

    /// Whether one condition is met.
    func isMet(
        _ condition: Int, of variant: Int, for context: VariantContext, _ random: RandomFractions
    ) throws(FlagProblem) -> Bool {
        let meaning = meanings[condition]
        switch meaning {
        case .random(let chance): return meaning.isAlwaysMet ?? chance.map { random.next() <= $0 } ?? false
        case .remainder(let key, let lower, let upper):
            guard let remainder = context[key]?.remainder else { return false }
            return lower <= remainder && remainder <= upper
        case .oneOf(let key, _, let members):
            guard let unit = context[key]?.unit else { return false }
            return members.contains(unit)
        case .rollout(let rollout):
            guard let unit = context[rollout.key]?.unit else { return false }
            return rollout.buckets.contains(RolloutBucket(unit: unit, salt: rollout.salt).number)
        case .custom(let predicate):
            do {
                return try predicate(context)
            } catch {
                let type = variants[variant].conditions[condition - conditions[variant].lowerBound].type
                throw .conditionFailed(
                    variant: variants[variant].id, type: type, reason: String(describing: error))
            }
        }
    }
}

/// The reason why a flag could not be read.
public enum FlagProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// There is no flag with this name.
    case unknownFlag(String)
    /// The value has another type than requested. `variant` set it; nil for the base value.
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
