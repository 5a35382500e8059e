/// One outcome of a source: all its values meet the same conditions.
struct OutcomeCell {
    /// The conditions that are met, in ascending order.
    let met: [Int]
    /// Its probability; nil if that is not known.
    var weight: Double?
}

/// The sources that decide some conditions, and their outcomes divided into cells.
struct DividedSources {
    /// A source.
    struct Source {
        /// The conditions that it decides.
        let conditions: [Int]
        /// Its outcomes. No two of them meet the same conditions.
        let cells: [OutcomeCell]
    }

    /// Whether conditions are met that no source decides.
    private(set) var settled: [Int: Bool] = [:]
    private(set) var sources: [Source] = []

    /// Divides the outcomes; nil if that would take too much memory, as of thousands of ranges within each other.
    init?(_ program: EvaluationProgram, conditions: [Int], population: Population) {
        var decided: [OutcomeSource: [Int]] = [:]
        var order: [OutcomeSource] = []
        for condition in conditions {
            switch SettledCondition(condition, in: program, of: population) {
            case .met: settled[condition] = true
            case .notMet: settled[condition] = false
            case .open(let source):
                if decided[source] == nil { order.append(source) }
                decided[source, default: []].append(condition)
            }
        }
        let division = CellDivision(program: program, population: population)
        for source in order {
            let conditions = decided[source] ?? []
            guard let cells = division.cells(of: source, deciding: conditions) else { return nil }
            sources.append(Source(conditions: conditions, cells: cells))
        }
    }
}

/// Divides the outcomes of a source into cells in which the same conditions are met.
private struct CellDivision {
    /// The maximum number of conditions in all cells of a source.
    private static let limit = 1 << 22

    let program: EvaluationProgram
    let population: Population

    /// The points at which a condition is met.
    private typealias Reach = (condition: Int, points: Range<Int>)

    func cells(of source: OutcomeSource, deciding conditions: [Int]) -> [OutcomeCell]? {
        switch source {
        case .draw(let condition):
            guard case .random(let chance?) = program.meanings[condition] else { return [] }
            return [OutcomeCell(met: [condition], weight: chance), OutcomeCell(met: [], weight: 1 - chance)]
        case .predicate(let condition): return [OutcomeCell(met: [condition]), OutcomeCell(met: [])]
        case .remainder: return remainderCells(conditions)
        case .bucket: return bucketCells(conditions)
        case .identity: return identityCells(conditions)
        }
    }

    private func remainderCells(_ conditions: [Int]) -> [OutcomeCell]? {
        let ranges = conditions.compactMap { condition -> (Int, Double, Double)? in
            guard case .remainder(_, let lower, let upper) = program.meanings[condition] else { return nil }
            return (condition, lower, upper)
        }
        let points: [Double]
        switch population {
        case .drawn: points = (0..<100).map(Double.init)
        case .anyone:
            let bounds = ranges.flatMap { [$0.1, $0.2] }.filter { abs($0) < 100 }
            points = Set((-99...99).map(Double.init) + bounds).sorted()
        }
        let reaches = ranges.map { condition, lower, upper in
            let first = points.firstIndex { $0 >= lower } ?? points.count
            return Reach(condition, first..<max(first, points.firstIndex { $0 > upper } ?? points.count))
        }
        return swept(reaches, weights: points.map { _ in 0.01 })
    }

    private func bucketCells(_ conditions: [Int]) -> [OutcomeCell]? {
        let ranges = conditions.compactMap { condition -> (Int, Range<Int>)? in
            guard case .rollout(let rollout) = program.meanings[condition] else { return nil }
            return (condition, rollout.buckets)
        }
        let bounds = Set(ranges.flatMap { [$0.1.lowerBound, $0.1.upperBound] } + [0, RolloutBucket.count])
            .sorted()
        let numbers = Dictionary(uniqueKeysWithValues: zip(bounds, bounds.indices))
        let reaches = ranges.map { Reach($0, (numbers[$1.lowerBound] ?? 0)..<(numbers[$1.upperBound] ?? 0)) }
        return swept(
            reaches,
            weights: zip(bounds, bounds.dropFirst()).map { Double($1 - $0) / Double(RolloutBucket.count) })
    }

    /// A cell for each named user, and one for all others. A random user is not a named one.
    private func identityCells(_ conditions: [Int]) -> [OutcomeCell] {
        var met: [String: Set<Int>] = [:]
        if case .anyone = population {
            for condition in conditions {
                guard case .oneOf(_, let ids, _) = program.meanings[condition] else { continue }
                for id in ids { met[id, default: []].insert(condition) }
            }
        }
        return Self.merged((Array(met.values) + [[]]).map { OutcomeCell(met: $0.sorted(), weight: 1) })
    }

    /// Returns the cells of the points, each with the total probability of its points. It is also possible that a user
    /// lacks the name that the conditions use, so that none is met.
    private func swept(_ reaches: [Reach], weights: [Double]) -> [OutcomeCell]? {
        // The conditions that begin or end to be met at a point.
        var changes: [Int: [Int]] = [:]
        for reach in reaches where !reach.points.isEmpty {
            changes[reach.points.lowerBound, default: []].append(reach.condition)
            changes[reach.points.upperBound, default: []].append(reach.condition)
        }
        var cells: [OutcomeCell] = []
        var open: Set<Int> = []
        var met: [Int] = []
        var named = 0
        for (point, weight) in weights.enumerated() {
            if let changed = changes[point] {
                open.formSymmetricDifference(changed)
                met = open.sorted()
                named += met.count
                guard named <= Self.limit else { return nil }
            }
            cells.append(OutcomeCell(met: met, weight: weight))
        }
        if case .anyone = population { cells.append(OutcomeCell(met: [], weight: 1)) }
        return Self.merged(cells)
    }

    /// Combines the cells in which the same conditions are met, and adds their probabilities.
    private static func merged(_ cells: [OutcomeCell]) -> [OutcomeCell] {
        var merged: [OutcomeCell] = []
        var places: [[Int]: Int] = [:]
        for cell in cells {
            if let place = places[cell.met] {
                merged[place].weight = (merged[place].weight ?? 0) + (cell.weight ?? 0)
            } else {
                places[cell.met] = merged.count
                merged.append(cell)
            }
        }
        return merged
    }
}
