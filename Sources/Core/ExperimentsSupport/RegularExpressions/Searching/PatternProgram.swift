/// A compiled regular expression: steps over the bytes of a string.
struct PatternProgram: Sendable {
    enum Step: Sendable {
        /// Reads one of these bytes, given by the index in `sets`, and continues at a step.
        case take(Int32, next: Int32)
        /// Continues at both.
        case fork(Int32, Int32)
        /// Continues at both, and returns from the first.
        case loop(Int32, next: Int32)
        case check(PatternTree.Assertion, next: Int32)
        case found
        /// Records the position at which a group begins or ends.
        case note(slot: Int, next: Int32)
        /// Discards the matches of some groups.
        case forget(slots: Range<Int>, next: Int32)
        /// Matches the text that a group matched.
        case reference(group: Int, ignoresCase: Bool, next: Int32)
        /// Matches a part up to its `found`, starting here or the given number of characters before.
        case look(Int32, behind: Int?, isNegative: Bool, next: Int32)
    }

    private(set) var steps: [Step] = []
    private(set) var sets: [ByteSet] = []
    private(set) var start: Int32 = 0
    private(set) var hasAssertions = false
    /// Whether the expression is regular, so that no text has to be read twice.
    let isRegular: Bool
    /// Whether there are references to groups.
    let refers: Bool
    let groupCount: Int
    /// The bytes of words.
    let wordBytes: ByteSet
    let folding: CaseFolding
    /// Whether there is a position between the bytes of one character, as to RE2, which has `\C`.
    let splitsCharacters: Bool
    /// Whether JavaScript's rules apply to groups: a reference to one that has not matched is the empty text, a
    /// repetition forgets their last matches, and is not repeated without consuming anything.
    let forgetsGroups: Bool

    private var setNumbers: [ByteSet: Int32] = [:]
    private var takes: [Take: Int32] = [:]
    private var forks: [Fork: Int32] = [:]
    private let limit: Int

    private struct Take: Hashable {
        let set: Int32
        let next: Int32
    }

    private struct Fork: Hashable {
        let first: Int32
        let second: Int32
    }

    /// - Returns: nil if it would be too long.
    init?(_ tree: PatternTree, groupCount: Int, _ dialect: PatternDialect) {
        self.groupCount = groupCount
        limit = dialect.stepLimit
        wordBytes = dialect.words == .words ? .words : .asciiWords
        folding = dialect.folding
        splitsCharacters = dialect.syntax.contains(.anyByte)
        forgetsGroups = dialect.syntax.contains(.forwardReferences)
        refers = tree.contains { if case .reference = $0 { true } else { false } }
        isRegular = !refers && !tree.contains { if case .look = $0 { true } else { false } }
        // Built from the end to the start, so that each step knows the next.
        steps.append(.found)
        guard let first = add(tree, before: 0) else { return nil }
        start = first
    }

    private mutating func append(_ step: Step) -> Int32? {
        guard steps.count < limit else { return nil }
        steps.append(step)
        return Int32(steps.count - 1)
    }

    private mutating func add(_ tree: PatternTree, before next: Int32) -> Int32? {
        switch tree {
        case .empty: return next
        case .set(let set): return add(set, before: next)
        case .byte: return take(number(of: ByteSet(0...0xff)), before: next)
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
        case .repetition(let part, let least, let most):
            return repeating(part, from: least, to: most, before: next)
        case .group(let part, let number):
            guard refers else { return add(part, before: next) }
            guard let end = append(.note(slot: 2 * number - 1, next: next)),
                let first = add(part, before: end)
            else {
                return nil
            }
            return append(.note(slot: 2 * number - 2, next: first))
        case .reference(let number, let ignoresCase):
            return append(.reference(group: number, ignoresCase: ignoresCase, next: next))
        case .look(let part, let isBehind, let isNegative):
            // The first step of all is `found`.
            guard let first = add(part, before: 0) else { return nil }
            return append(
                .look(first, behind: isBehind ? part.width : nil, isNegative: isNegative, next: next))
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

    private mutating func repeating(_ part: PatternTree, from least: Int, to most: Int?, before next: Int32)
        -> Int32?
    {
        var place = next
        if let most {
            for _ in least..<max(least, most) {
                guard let first = addForgetting(part, before: place), let fork = append(.fork(first, next))
                else {
                    return nil
                }
                place = fork
            }
        } else {
            // Created first, because the part returns to it.
            guard let loop = append(.loop(next, next: next)), let first = addForgetting(part, before: loop)
            else {
                return nil
            }
            steps[Int(loop)] = .loop(first, next: next)
            place = loop
        }
        for _ in 0..<least {
            guard let first = addForgetting(part, before: place) else { return nil }
            place = first
        }
        return place
    }

    /// Adds a part that is repeated.
    private mutating func addForgetting(_ part: PatternTree, before next: Int32) -> Int32? {
        let first = add(part, before: next)
        guard forgetsGroups, refers, let first else { return first }
        let groups = part.groups
        guard let least = groups.min(), let most = groups.max() else { return first }
        return append(.forget(slots: 2 * least - 2..<2 * most, next: first))
    }

    private mutating func add(_ set: ScalarSet, before next: Int32) -> Int32? {
        if let last = set.ranges.last, last.upperBound <= 0x7f {
            var bytes = ByteSet()
            for range in set.ranges {
                bytes.formUnion(ByteSet(UInt8(range.lowerBound)...UInt8(range.upperBound)))
            }
            return take(number(of: bytes), before: next)
        }
        let sequences = set.byteSequences
        // A set without members, or of halves of surrogate pairs alone, never matches.
        guard !sequences.isEmpty else { return take(number(of: ByteSet()), before: next) }
        return add(sequences.map { $0[...] }, before: next)
    }

    /// Adds sequences of bytes as a tree: those with the same start share their first step, and bytes that lead to the
    /// same step form one set.
    private mutating func add(_ sequences: [ArraySlice<ByteSet>], before next: Int32) -> Int32? {
        var branches: [(bytes: ByteSet, step: Int32)] = []
        var rest = sequences[...]
        while let first = rest.first?.first {
            let alike = rest.prefix { $0.first == first }
            rest = rest.dropFirst(alike.count)
            let tails = alike.map { $0.dropFirst() }
            guard let step = tails.allSatisfy(\.isEmpty) ? next : add(tails, before: next) else { return nil }
            if let known = branches.firstIndex(where: { $0.step == step }) {
                branches[known].bytes.formUnion(first)
            } else {
                branches.append((first, step))
            }
        }
        var place: Int32?
        for (bytes, step) in branches.reversed() {
            guard let first = take(number(of: bytes), before: step) else { return nil }
            guard let other = place else {
                place = first
                continue
            }
            let fork = forks[Fork(first: first, second: other)] ?? append(.fork(first, other))
            forks[Fork(first: first, second: other)] = fork
            guard let fork else { return nil }
            place = fork
        }
        return place
    }

    /// Reuses a step that reads the same set and continues at the same step.
    private mutating func take(_ set: Int32, before next: Int32) -> Int32? {
        if let known = takes[Take(set: set, next: next)] { return known }
        let step = append(.take(set, next: next))
        takes[Take(set: set, next: next)] = step
        return step
    }

    private mutating func number(of set: ByteSet) -> Int32 {
        if let number = setNumbers[set] { return number }
        sets.append(set)
        let number = Int32(sets.count - 1)
        setNumbers[set] = number
        return number
    }
}
