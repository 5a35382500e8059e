/// The outcomes of the sources that decide some variants' conditions, divided into numbered cells: no condition tells two
/// outcomes of one cell apart. The outcome that meets no condition at all has no cell.
struct SourceCells {
    /// Whether a condition is met.
    enum Condition {
        case met
        case notMet
        /// A source decides it: it is met in these cells, which are in order and apart from each other.
        case open(source: Int, cells: [Range<Int>])
    }

    /// How many cells each source has, by its number.
    private(set) var counts: [Int] = []
    /// Whether a source decides a single condition, by its number.
    private(set) var isPrivate: [Bool] = []
    private var settled: [Int: Condition] = [:]
    private let program: EvaluationProgram

    init(_ program: EvaluationProgram, variants: [Int]) {
        self.program = program
        var numbers: [OutcomeSource: Int] = [:]
        var sources: [(source: OutcomeSource, conditions: [Int])] = []
        for condition in variants.lazy.flatMap({ program.conditionRange($0) }) {
            switch SettledCondition(program, condition, .anyone) {
            case .met: settled[condition] = .met
            case .notMet: break
            case .open(let source):
                if let number = numbers[source] {
                    sources[number].conditions.append(condition)
                } else {
                    numbers[source] = sources.count
                    sources.append((source, [condition]))
                }
            }
        }
        for (source, conditions) in sources {
            isPrivate.append(source.isPrivate)
            switch source {
            case .draw, .predicate: divide(into: 1, conditions.map { ($0, 0..<1) })
            case .identity: divideIdentity(conditions)
            case .remainder: divideRemainder(conditions)
            case .bucket: divideBucket(conditions)
            }
        }
    }

    /// Whether a condition is met.
    subscript(condition: Int) -> Condition { settled[condition] ?? .notMet }

    private mutating func divideIdentity(_ conditions: [Int]) {
        var numbers: [String: Int] = [:]
        let source = counts.count
        for condition in conditions {
            guard case .oneOf(_, let ids) = program.meanings[condition] else { continue }
            let cells = Set(ids.map { id in numbers.insertedNumber(of: id) }).sorted()
            settled[condition] = .open(source: source, cells: cells.map { $0..<($0 + 1) })
        }
        counts.append(numbers.count)
    }

    private mutating func divideBucket(_ conditions: [Int]) {
        let ranges = conditions.compactMap { condition -> (Int, Range<Int>)? in
            guard case .rollout(_, _, let lower, let upper) = program.tests[condition] else { return nil }
            return (condition, Int(lower)..<Int(upper))
        }
        let points = Set(ranges.flatMap { [$0.1.lowerBound, $0.1.upperBound] }).sorted()
        let numbers = Dictionary(uniqueKeysWithValues: zip(points, points.indices))
        divide(
            into: points.count - 1,
            ranges.map { ($0, (numbers[$1.lowerBound] ?? 0)..<(numbers[$1.upperBound] ?? 0)) })
    }

    /// Remainders are whole numbers from -99 to 99, and besides them whatever a condition has for a bound.
    private mutating func divideRemainder(_ conditions: [Int]) {
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
            into: points.count,
            ranges.map { condition, lower, upper in
                let first = points.firstPlace { $0 >= lower }
                return (condition, first..<max(first, points.firstPlace { $0 > upper }))
            })
    }

    private mutating func divide(into count: Int, _ ranges: [(condition: Int, cells: Range<Int>)]) {
        for (condition, cells) in ranges {
            settled[condition] = .open(source: counts.count, cells: cells.isEmpty ? [] : [cells])
        }
        counts.append(max(count, 1))
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

extension OutcomeSource {
    /// Whether it decides a single condition.
    fileprivate var isPrivate: Bool {
        switch self {
        case .draw, .predicate: true
        case .remainder, .bucket, .identity: false
        }
    }
}
