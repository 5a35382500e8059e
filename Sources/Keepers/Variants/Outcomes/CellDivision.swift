/// Divides what can come of a source into cells in which the same conditions are met.
struct CellDivision {
    let program: EvaluationProgram
    let population: Population

    func cells(of source: OutcomeSource, deciding conditions: [Int]) -> [OutcomeCell] {
        switch source {
        case .draw(let condition):
            guard case .random(let chance) = program.tests[condition] else { return [] }
            return [.init(met: [condition], weight: chance), .init(met: [], weight: 1 - chance)]
        case .predicate(let condition):
            return [.init(met: [condition], weight: nil), .init(met: [], weight: nil)]
        case .remainder: return remainderCells(conditions)
        case .bucket: return bucketCells(conditions)
        case .identity: return identityCells(conditions)
        }
    }

    private func remainderCells(_ conditions: [Int]) -> [OutcomeCell] {
        let ranges = conditions.compactMap { condition -> (Int, ClosedRange<Double>)? in
            guard case .remainder(_, let lower, let upper) = program.tests[condition] else { return nil }
            return (condition, lower...upper)
        }
        var points: [(Double, weight: Double)]
        switch population {
        case .drawn: points = (0..<100).map { (Double($0), 0.01) }
        case .anyone:
            let bounds = ranges.flatMap { [$0.1.lowerBound, $0.1.upperBound] }.filter { abs($0) < 100 }
            points = ((-99...99).map(Double.init) + bounds).map { ($0, 1) }
        }
        return merged(
            points.map { point in
                (Set(ranges.filter { $0.1.contains(point.0) }.map(\.0)), point.weight)
            })
    }

    private func bucketCells(_ conditions: [Int]) -> [OutcomeCell] {
        let ranges = conditions.compactMap { condition -> (Int, Range<Int>)? in
            guard case .rollout(_, _, let lower, let upper) = program.tests[condition] else { return nil }
            return (condition, Int(lower)..<Int(upper))
        }
        let bounds = Set(ranges.flatMap { [$0.1.lowerBound, $0.1.upperBound] } + [0, RolloutBucket.count]).sorted()
        return merged(
            zip(bounds, bounds.dropFirst()).map { start, end in
                (
                    Set(ranges.filter { $0.1.contains(start) }.map(\.0)),
                    Double(end - start) / Double(RolloutBucket.count)
                )
            })
    }

    /// Each user that is named, and all others. A drawn user is none of those who are named.
    private func identityCells(_ conditions: [Int]) -> [OutcomeCell] {
        guard case .anyone = population else { return [.init(met: [], weight: 1)] }
        var met: [String: Set<Int>] = [:]
        for condition in conditions {
            guard case .oneOf(_, let ids) = program.meanings[condition] else { continue }
            for id in ids { met[id, default: []].insert(condition) }
        }
        return merged(met.values.map { ($0, 1) })
    }

    /// The cells with those together in which the same conditions are met. Of anyone it is also possible that they
    /// lack what the conditions ask for, so that none is met.
    private func merged(_ parts: [(met: Set<Int>, weight: Double)]) -> [OutcomeCell] {
        var weights: [Set<Int>: Double] = [:]
        for part in parts { weights[part.met, default: 0] += part.weight }
        if case .anyone = population { weights[[], default: 0] += 1 }
        let cells = weights.map { OutcomeCell(met: $0.key, weight: $0.value) }
        return cells.sorted { $0.met.sorted().lexicographicallyPrecedes($1.met.sorted()) }
    }
}
