/// A regular expression as steps over the bytes of a text: what can come next is always a set of steps, so that no
/// text is ever gone through twice.
struct PatternProgram: Sendable {
    enum Step: Sendable {
        /// Takes one of these bytes, by its number in `sets`, and goes on at a step.
        case take(Int32, next: Int32)
        /// Goes on at both.
        case fork(Int32, Int32)
        case check(PatternTree.Assertion, next: Int32)
        case found
    }

    private(set) var steps: [Step] = []
    private(set) var sets: [ByteSet] = []
    private(set) var start: Int32 = 0
    private(set) var hasAssertions = false
    private var setNumbers: [ByteSet: Int32] = [:]
    private let matchesCase: Bool

    /// More steps than this are refused: each byte of a text may have to be held against all of them.
    private static let limit = 2000

    /// - Parameter matchesCase: otherwise the tree is in small letters, as is what is searched.
    /// - Returns: nil where it would be too long.
    init?(_ tree: PatternTree, matchesCase: Bool) {
        self.matchesCase = matchesCase
        // From the end to the start, so that each step knows the next.
        steps.append(.found)
        guard let first = add(tree, before: 0) else { return nil }
        start = first
    }

    private mutating func append(_ step: Step) -> Int32? {
        guard steps.count < Self.limit else { return nil }
        steps.append(step)
        return Int32(steps.count - 1)
    }

    private mutating func add(_ tree: PatternTree, before next: Int32) -> Int32? {
        switch tree {
        case .empty: return next
        case .set(let set): return add(matchesCase ? set.matchingCase : set, before: next)
        case .assertion(let assertion):
            hasAssertions = true
            return append(.check(assertion, next: next))
        case .sequence(let parts):
            var place = next
            for part in parts.reversed() {
                guard let first = add(part, before: place) else { return nil }
                place = first
            }
            return place
        case .choice(let branches): return fork(to: branches, before: next)
        case .repetition(let part, let least, let most): return repeating(part, least, most, before: next)
        }
    }

    private mutating func fork(to branches: [PatternTree], before next: Int32) -> Int32? {
        var place: Int32?
        for branch in branches.reversed() {
            guard let first = add(branch, before: next) else { return nil }
            guard let other = place else {
                place = first
                continue
            }
            place = append(.fork(first, other))
            if place == nil { return nil }
        }
        return place ?? next
    }

    private mutating func repeating(_ part: PatternTree, _ least: Int, _ most: Int?, before next: Int32) -> Int32? {
        var place = next
        if let most {
            for _ in least..<max(least, most) {
                guard let first = add(part, before: place), let fork = append(.fork(first, next)) else { return nil }
                place = fork
            }
        } else {
            // The fork is made first, because the part comes back to it.
            guard let fork = append(.fork(next, next)), let first = add(part, before: fork) else { return nil }
            steps[Int(fork)] = .fork(first, next)
            place = fork
        }
        for _ in 0..<least {
            guard let first = add(part, before: place) else { return nil }
            place = first
        }
        return place
    }

    private mutating func add(_ set: ScalarSet, before next: Int32) -> Int32? {
        var place: Int32?
        for sequence in set.byteSequences {
            var first = next
            for bytes in sequence.reversed() {
                guard let step = append(.take(number(of: bytes), next: first)) else { return nil }
                first = step
            }
            guard let other = place else {
                place = first
                continue
            }
            place = append(.fork(first, other))
            if place == nil { return nil }
        }
        // A set without members is met by nothing.
        return place ?? append(.take(number(of: ByteSet()), next: next))
    }

    private mutating func number(of set: ByteSet) -> Int32 {
        if let number = setNumbers[set] { return number }
        sets.append(set)
        let number = Int32(sets.count - 1)
        setNumbers[set] = number
        return number
    }
}

extension ScalarSet {
    /// Beyond ASCII what is searched is in small letters even where case matters.
    fileprivate var matchingCase: ScalarSet {
        guard ranges.contains(where: { $0.upperBound > 0x7f }) else { return self }
        var ascii = ScalarSet()
        var others = ScalarSet()
        for range in ranges {
            if range.lowerBound <= 0x7f { ascii.insert(range.clamped(to: 0...0x7f)) }
            if range.upperBound > 0x7f { others.insert(range.clamped(to: 0x80...ScalarSet.last)) }
        }
        ascii.formUnion(others.lowercased)
        return ascii
    }
}
