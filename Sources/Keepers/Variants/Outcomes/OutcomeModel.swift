/// Everything that can come of some variants' conditions, and how likely it is: exact, by going through all
/// combinations of what can come of each source.
///
/// This is where the intended shares of a simulation come from.
struct OutcomeModel {
    /// With more combinations than this there is no model.
    static let limit = 1 << 16

    private let program: EvaluationProgram
    /// The variants it is about, by number.
    private let variants: [Int]
    private let sources: [[OutcomeCell]]
    /// The conditions that are met for everybody.
    private let always: Set<Int>

    /// A model, or nil where there would be too many combinations.
    init?(_ program: EvaluationProgram, variants: [Int], population: Population) {
        self.program = program
        self.variants = variants
        var conditions: [OutcomeSource: [Int]] = [:]
        var order: [OutcomeSource] = []
        var always: Set<Int> = []
        for condition in variants.flatMap({ Array(program.conditionRange($0)) }) {
            switch SettledCondition(program, condition, population) {
            case .met: always.insert(condition)
            case .notMet: break
            case .open(let source):
                if conditions[source] == nil { order.append(source) }
                conditions[source, default: []].append(condition)
            }
        }
        self.always = always
        let cells = CellDivision(program: program, population: population)
        var combinations = 1
        var sources: [[OutcomeCell]] = []
        for source in order {
            let divided = cells.cells(of: source, deciding: conditions[source] ?? [])
            combinations *= max(divided.count, 1)
            guard combinations <= Self.limit else { return nil }
            sources.append(divided)
        }
        self.sources = sources
    }

    /// Calls `body` with each outcome: which of the variants are active, and how likely that is.
    func forEachOutcome(_ body: (_ active: [Bool], _ weight: Double?) -> Void) {
        visit(0, always, 1, body)
    }

    private func visit(
        _ index: Int, _ met: Set<Int>, _ weight: Double?, _ body: (_ active: [Bool], _ weight: Double?) -> Void
    ) {
        guard index < sources.count else {
            return body(variants.map { isActive($0, met) }, weight)
        }
        for cell in sources[index] {
            let product = if let weight, let factor = cell.weight { weight * factor } else { Double?.none }
            visit(index + 1, met.union(cell.met), product, body)
        }
    }

    private func isActive(_ variant: Int, _ met: Set<Int>) -> Bool {
        let conditions = program.conditionRange(variant)
        return program.compiledVariants[variant].isDisjunction
            ? conditions.contains { met.contains($0) } : conditions.allSatisfy { met.contains($0) }
    }
}
