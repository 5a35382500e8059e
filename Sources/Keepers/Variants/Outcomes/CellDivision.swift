/// Divides the outcomes of a source into cells in which the same conditions are met.
struct CellDivision {
    let program: EvaluationProgram
    let population: Population

    /// Where a condition begins to be met among some points, and where it ends.
    private typealias Reach = (condition: Int, points: Range<Int>)

    func cells(of source: OutcomeSource, deciding conditions: [Int]) -> OutcomeCells {
        switch source {
        case .draw(let condition):
            guard case .random(let chance) = program.tests[condition] else { return OutcomeCells() }
            return either(condition, chance, 1 - chance)
        case .predicate(let condition): return either(condition, nil, nil)
        case .remainder: return remainderCells(conditions)
        case .bucket: return bucketCells(conditions)
        case .identity: return identityCells(conditions)
        }
    }

    private func either(_ condition: Int, _ met: Double?, _ notMet: Double?) -> OutcomeCells {
        var cells = OutcomeCells()
        cells.change(condition)
        cells.add(met)
        cells.change(condition)
        cells.add(notMet)
        return cells
    }

    private func remainderCells(_ conditions: [Int]) -> OutcomeCells {
        let ranges = conditions.compactMap { condition -> (Int, Double, Double)? in
            guard case .remainder(_, let lower, let upper) = program.tests[condition] else { return nil }
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
            let first = points.firstPlace { $0 >= lower }
            return Reach(condition, first..<max(first, points.firstPlace { $0 > upper }))
        }
        return swept(reaches, weights: points.map { _ in 0.01 })
    }

    private func bucketCells(_ conditions: [Int]) -> OutcomeCells {
        let ranges = conditions.compactMap { condition -> (Int, Range<Int>)? in
            guard case .rollout(_, _, let lower, let upper) = program.tests[condition] else { return nil }
            return (condition, Int(lower)..<Int(upper))
        }
        let bounds = Set(ranges.flatMap { [$0.1.lowerBound, $0.1.upperBound] } + [0, RolloutBucket.count]).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: zip(bounds, bounds.indices))
        let reaches = ranges.map { Reach($0, (numbers[$1.lowerBound] ?? 0)..<(numbers[$1.upperBound] ?? 0)) }
        return swept(
            reaches, weights: zip(bounds, bounds.dropFirst()).map { Double($1 - $0) / Double(RolloutBucket.count) })
    }

    /// Each user that is named, and all others. A drawn user is none of those who are named.
    private func identityCells(_ conditions: [Int]) -> OutcomeCells {
        var met: [String: Set<Int>] = [:]
        if case .anyone = population {
            for condition in conditions {
                guard case .oneOf(_, let ids) = program.meanings[condition] else { continue }
                for id in ids { met[id, default: []].insert(condition) }
            }
        }
        var cells = OutcomeCells()
        for conditions in met.values {
            for condition in conditions { cells.change(condition) }
            cells.add(1)
            for condition in conditions { cells.change(condition) }
        }
        cells.add(1)
        return cells
    }

    /// The cells that points fall into, each as likely as its points together. Of anyone it is also possible that they
    /// lack what the conditions ask for, so that none is met.
    private func swept(_ reaches: [Reach], weights: [Double]) -> OutcomeCells {
        var changes: [(point: Int, condition: Int)] = []
        for reach in reaches where !reach.points.isEmpty {
            changes.append((reach.points.lowerBound, reach.condition))
            changes.append((reach.points.upperBound, reach.condition))
        }
        changes.sort { ($0.point, $0.condition) < ($1.point, $1.condition) }
        var next = changes[...]
        var cells = OutcomeCells()
        func change(at point: Int) {
            while let change = next.first, change.point <= point {
                cells.change(change.condition)
                next.removeFirst()
            }
        }
        for (point, weight) in weights.enumerated() {
            change(at: point)
            cells.add(weight)
        }
        change(at: weights.count)
        if case .anyone = population { cells.add(1) }
        return cells
    }
}

extension Array {
    /// Where the first element stands that is far enough, by halving; `count` where none is. The elements are in order.
    @inline(__always)
    func firstPlace(where isFarEnough: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isFarEnough(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
