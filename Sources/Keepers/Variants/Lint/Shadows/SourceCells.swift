/// What can come of the sources that decide some variants' conditions, as cells with numbers: of what lies in one cell,
/// no condition tells one from another. That a source meets no condition at all is possible, too, and no cell.
struct SourceCells {
    /// How many cells each source has.
    private(set) var counts: [OutcomeSource: Int] = [:]
    /// The cells in which each condition is met, in order and apart from each other.
    private var met: [Int: [Range<Int>]] = [:]
    private let program: EvaluationProgram

    init(_ program: EvaluationProgram, variants: [Int]) {
        self.program = program
        var conditions: [OutcomeSource: [Int]] = [:]
        for condition in variants.lazy.flatMap({ program.conditionRange($0) }) {
            guard case .open(let source) = SettledCondition(program, condition, .anyone) else { continue }
            conditions[source, default: []].append(condition)
        }
        for (source, conditions) in conditions {
            switch source {
            case .draw, .predicate: divide(source, into: 1, conditions.map { ($0, 0..<1) })
            case .identity: divideIdentity(source, conditions)
            case .remainder: divideRemainder(source, conditions)
            case .bucket: divideBucket(source, conditions)
            }
        }
    }

    /// The cells of its source in which a condition is met.
    func met(by condition: Int) -> [Range<Int>] { met[condition] ?? [] }

    private mutating func divideIdentity(_ source: OutcomeSource, _ conditions: [Int]) {
        var numbers: [String: Int] = [:]
        for condition in conditions {
            guard case .oneOf(_, let ids) = program.meanings[condition] else { continue }
            let cells = Set(ids.map { id in numbers.insertedNumber(of: id) }).sorted()
            met[condition] = cells.map { $0..<($0 + 1) }
        }
        counts[source] = numbers.count
    }

    private mutating func divideBucket(_ source: OutcomeSource, _ conditions: [Int]) {
        let ranges = conditions.compactMap { condition -> (Int, Range<Int>)? in
            guard case .rollout(_, _, let lower, let upper) = program.tests[condition] else { return nil }
            return (condition, Int(lower)..<Int(upper))
        }
        let points = Set(ranges.flatMap { [$0.1.lowerBound, $0.1.upperBound] }).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: zip(points, points.indices))
        divide(
            source, into: points.count - 1,
            ranges.map { ($0, (numbers[$1.lowerBound] ?? 0)..<(numbers[$1.upperBound] ?? 0)) })
    }

    /// Remainders are whole numbers from -99 to 99, and besides them whatever a condition has for a bound.
    private mutating func divideRemainder(_ source: OutcomeSource, _ conditions: [Int]) {
        let ranges = conditions.compactMap { condition -> (Int, Double, Double)? in
            guard case .remainder(_, let lower, let upper) = program.tests[condition] else { return nil }
            guard lower < 100, upper > -100 else { return nil }
            return (condition, lower <= -100 ? -99 : lower, upper >= 100 ? 99 : upper)
        }
        let bounds = Set(ranges.flatMap { [$0.1, $0.2] }).sorted()
        // Each bound is a cell, and so is what lies between two of them, where that holds a whole number.
        var points: [Double] = []
        for bound in bounds {
            if let last = points.last, last.rounded(.down) + 1 < bound { points.append(last.rounded(.down) + 1) }
            points.append(bound)
        }
        divide(
            source, into: points.count,
            ranges.map { condition, lower, upper in
                let first = points.firstPlace { $0 >= lower }
                return (condition, first..<max(first, points.firstPlace { $0 > upper }))
            })
    }

    private mutating func divide(
        _ source: OutcomeSource, into count: Int, _ ranges: [(condition: Int, cells: Range<Int>)]
    ) {
        counts[source] = max(count, 1)
        for (condition, cells) in ranges { met[condition] = cells.isEmpty ? [] : [cells] }
    }
}

extension [String: Int] {
    /// The number of a text, the next one where it is new.
    fileprivate mutating func insertedNumber(of text: String) -> Int {
        if let number = self[text] { return number }
        self[text] = count
        return count - 1
    }
}

extension [Double] {
    /// The first place whose number is far enough; the numbers are in order.
    fileprivate func firstPlace(where isFarEnough: (Double) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isFarEnough(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
