/// Every combination of outcomes of the sources that decide some variants' conditions, with its exact probability.
///
/// The intended shares of a simulation are computed from it.
struct OutcomeModel {
    /// With more combinations than this there is no model.
    static let limit = 1 << 16

    /// How many variants it is about.
    let count: Int
    private let sources: [OutcomeCells]
    /// The variant of each condition that a source decides, by its place among the variants.
    private let owners: [Int: Int]
    /// As no condition of any source is met.
    private let start: OutcomeWalk

    /// A model, or nil where there would be too many combinations.
    init?(_ program: EvaluationProgram, variants: [Int], population: Population) {
        count = variants.count
        var conditions: [OutcomeSource: [Int]] = [:]
        var order: [OutcomeSource] = []
        var owners: [Int: Int] = [:]
        var start = OutcomeWalk(variants.map { program.compiledVariants[$0].isDisjunction })
        for (place, variant) in variants.enumerated() {
            for condition in program.conditionRange(variant) {
                switch SettledCondition(program, condition, population) {
                case .met: start.settle(place, isMet: true)
                case .notMet: start.settle(place, isMet: false)
                case .open(let source):
                    start.settle(place, isMet: false)
                    owners[condition] = place
                    if conditions[source] == nil { order.append(source) }
                    conditions[source, default: []].append(condition)
                }
            }
        }
        start.begin()
        (self.owners, self.start) = (owners, start)
        let cells = CellDivision(program: program, population: population)
        var combinations = 1
        var sources: [OutcomeCells] = []
        for source in order {
            let divided = cells.cells(of: source, deciding: conditions[source] ?? [])
            combinations *= max(divided.cells.count, 1)
            guard combinations <= Self.limit else { return nil }
            sources.append(divided)
        }
        self.sources = sources
    }

    /// Calls `body` with each outcome: which of the variants are active, and how likely that is.
    func forEachOutcome(_ body: (_ active: ActiveVariants, _ weight: Double?) -> Void) {
        var walk = start
        visit(sources[...], &walk, 1, body)
    }

    private func visit(
        _ sources: ArraySlice<OutcomeCells>, _ walk: inout OutcomeWalk, _ weight: Double?,
        _ body: (_ active: ActiveVariants, _ weight: Double?) -> Void
    ) {
        guard let source = sources.first else { return body(walk.active, weight) }
        for cell in source.cells {
            change(cell.switched, &walk)
            let product = if let weight, let factor = cell.weight { weight * factor } else { Double?.none }
            visit(sources.dropFirst(), &walk, product, body)
        }
        change(source.last, &walk)
    }

    private func change(_ conditions: [Int], _ walk: inout OutcomeWalk) {
        for condition in conditions {
            if let place = owners[condition] { walk.change(condition, of: place) }
        }
    }
}

extension OutcomeModel {
    /// How likely the outcomes are that meet a condition; nil where that is not known.
    func weight(where isCounted: (ActiveVariants) -> Bool) -> Double? {
        var sum: Double? = 0
        forEachOutcome { active, weight in
            guard isCounted(active) else { return }
            sum = if let known = sum, let weight { known + weight } else { nil }
        }
        return sum.map { min(max($0, 0), 1) }
    }

    /// How likely it is for each of the variants that it is the first active one, and that none is; nil where that is
    /// not known.
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
