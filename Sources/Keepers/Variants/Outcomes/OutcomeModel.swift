/// Every combination of outcomes of the sources that decide some variants' conditions, with its exact probability.
///
/// The intended shares of a simulation are computed from it.
struct OutcomeModel {
    /// The maximum number of combinations. If there are more, there is no model.
    static let limit = 1 << 16

    /// An outcome of one source: the variants that have a condition met in it, once for each such condition.
    private typealias Cell = (met: [Int], weight: Double?)

    /// The number of variants in the model.
    let count: Int
    private let sources: [[Cell]]
    /// The state in which no condition is met.
    private let start: ActiveVariants

    /// Creates a model; nil if there would be too many combinations.
    init?(_ program: EvaluationProgram, variants: [Int], population: Population) {
        count = variants.count
        let conditions = variants.flatMap { program.conditions[$0] }
        guard let divided = DividedSources(program, conditions: conditions, population: population) else {
            return nil
        }
        var combinations = 1
        for source in divided.sources {
            combinations *= max(source.cells.count, 1)
            guard combinations <= Self.limit else { return nil }
        }
        var owners: [Int: Int] = [:]
        let missing = variants.enumerated().map { place, variant in
            let range = program.conditions[variant]
            for condition in range { owners[condition] = place }
            let met = range.count { divided.settled[$0] == true }
            return program.variants[variant].isDisjunction ? 1 - met : range.count - met
        }
        start = ActiveVariants(missing: missing)
        sources = divided.sources.map { source in
            source.cells.map { (met: $0.met.compactMap { owners[$0] }, weight: $0.weight) }
        }
    }

    /// Calls `body` with each outcome: the active variants, and the probability.
    func forEachOutcome(_ body: (_ active: ActiveVariants, _ weight: Double?) -> Void) {
        var active = start
        visit(sources[...], from: &active, weight: 1, body)
    }

    private func visit(
        _ sources: ArraySlice<[Cell]>, from active: inout ActiveVariants, weight: Double?,
        _ body: (ActiveVariants, Double?) -> Void
    ) {
        guard let source = sources.first else { return body(active, weight) }
        for cell in source {
            for variant in cell.met { active.missing[variant] -= 1 }
            let product = if let weight, let factor = cell.weight { weight * factor } else { Double?.none }
            visit(sources.dropFirst(), from: &active, weight: product, body)
            for variant in cell.met { active.missing[variant] += 1 }
        }
    }

    /// Returns the probability of the outcomes that meet a condition; nil if it is not known.
    func weight(where isCounted: (ActiveVariants) -> Bool) -> Double? {
        var sum: Double? = 0
        forEachOutcome { active, weight in
            guard isCounted(active) else { return }
            sum = if let known = sum, let weight { known + weight } else { nil }
        }
        return sum.map { min(max($0, 0), 1) }
    }

    /// Returns, for each variant, the probability that it is the first active one, and the probability that none is
    /// active; nil if they are not known.
    func firstActiveWeights() -> (first: [Double], none: Double)? {
        var sums: (first: [Double], none: Double) = (Array(repeating: 0, count: count), 0)
        var isKnown = true
        forEachOutcome { active, weight in
            guard let weight else {
                isKnown = false
                return
            }
            if let first = active.first { sums.first[first] += weight } else { sums.none += weight }
        }
        return isKnown ? sums : nil
    }
}

/// The active ones of some variants in an outcome, by their places.
struct ActiveVariants {
    /// The number of conditions that must still be met for each variant.
    fileprivate var missing: [Int]

    subscript(place: Int) -> Bool { missing[place] <= 0 }

    /// The first one; nil if none is active.
    var first: Int? { missing.firstIndex { $0 <= 0 } }
}

/// A draw, a number or an identity that decides one or more conditions. Sources are independent of each other.
enum OutcomeSource: Hashable {
    /// The draw of one condition.
    case draw(condition: Int)
    /// A number's remainder.
    case remainder(key: String)
    /// A user's bucket for one salt.
    case bucket(key: String, salt: String)
    /// The identity of the user.
    case identity(key: String)
    /// The predicate of one condition.
    case predicate(condition: Int)
}

/// The users whose outcomes a model describes.
enum Population {
    /// Every possible user: anything that can occur at all.
    case anyone
    /// Users with random whole numbers as identifiers, and otherwise the names and values of one context.
    case drawn(like: VariantContext)
}

/// Whether a condition is the same for all users, or which source decides it.
enum SettledCondition {
    case met
    case notMet
    case open(OutcomeSource)

    init(_ condition: Int, in program: EvaluationProgram, of population: Population) {
        let meaning = program.meanings[condition]
        switch meaning {
        case .random:
            self = meaning.isAlwaysMet.map { $0 ? .met : .notMet } ?? .open(.draw(condition: condition))
        case .custom: self = .open(.predicate(condition: condition))
        case .remainder, .oneOf, .rollout:
            guard let (key, source) = Self.source(meaning) else {
                self = .notMet
                return
            }
            guard case .drawn(let context) = population, context[key] != nil else {
                self = .open(source)
                return
            }
            let isMet =
                (try? program.isMet(condition, of: 0, for: context, RandomFractions(seed: 0))) ?? false
            self = isMet ? .met : .notMet
        }
    }

    private static func source(_ meaning: ConditionMeaning) -> (key: String, OutcomeSource)? {
        switch meaning {
        case .remainder(let key, _, _): (key, .remainder(key: key))
        case .oneOf(let key, _, _): (key, .identity(key: key))
        case .rollout(let rollout): (rollout.key, .bucket(key: rollout.key, salt: rollout.salt))
        case .random, .custom: nil
        }
    }
}
