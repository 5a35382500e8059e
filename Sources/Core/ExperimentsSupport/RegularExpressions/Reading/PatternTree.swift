/// The structure of a regular expression, before it is compiled.
indirect enum PatternTree: Sendable, Hashable {
    case empty
    case set(ScalarSet)
    /// A byte of any character.
    case byte
    case assertion(Assertion)
    case sequence([PatternTree])
    case choice([PatternTree])
    case repetition(PatternTree, least: Int, most: Int?)
    /// A part that can be referred to.
    case group(PatternTree, number: Int)
    /// The text that a group matched, again.
    case reference(Int, ignoresCase: Bool)
    /// Whether a part follows, or ends, here; it takes no character.
    case look(PatternTree, isBehind: Bool, isNegative: Bool)

    /// A condition that consumes no character.
    enum Assertion: Sendable, Hashable {
        case start, end, lineStart, lineEnd, wordBoundary, noWordBoundary
    }

    /// The text that the expression is, if it is nothing but that.
    var literal: String? {
        let parts = if case .sequence(let parts) = self { parts } else { [self] }
        var text = String.UnicodeScalarView()
        for part in parts {
            guard case .set(let set) = part, let scalar = set.only.flatMap(Unicode.Scalar.init) else {
                return nil
            }
            text.append(scalar)
        }
        return String(text)
    }

    /// The number of characters in a match; nil if that varies.
    var width: Int? {
        switch self {
        case .empty, .assertion, .look: return 0
        case .set: return 1
        case .byte: return nil
        case .sequence(let parts):
            var total = 0
            for part in parts {
                guard let width = part.width else { return nil }
                total += width
            }
            return total
        case .choice(let branches):
            let widths = Set(branches.map(\.width))
            return widths.count == 1 ? widths.first ?? nil : nil
        case .group(let part, _): return part.width
        case .repetition(let part, let least, let most):
            guard least == most, let width = part.width else { return nil }
            let (total, overflow) = width.multipliedReportingOverflow(by: least)
            return overflow ? nil : total
        case .reference: return nil
        }
    }

    /// Whether a part of it, or itself, is of a kind.
    func contains(_ isOfKind: (PatternTree) -> Bool) -> Bool {
        if isOfKind(self) { return true }
        return switch self {
        case .empty, .set, .byte, .assertion, .reference: false
        case .sequence(let parts), .choice(let parts): parts.contains { $0.contains(isOfKind) }
        case .repetition(let part, _, _), .group(let part, _), .look(let part, _, _): part.contains(isOfKind)
        }
    }

    /// The numbers of the groups in it.
    var groups: [Int] {
        switch self {
        case .empty, .set, .byte, .assertion, .reference: []
        case .sequence(let parts), .choice(let parts): parts.flatMap(\.groups)
        case .repetition(let part, _, _), .look(let part, _, _): part.groups
        case .group(let part, let number): [number] + part.groups
        }
    }

    /// Divides a number of repetitions by those inside each other, as RE2 counts them.
    func repetitionRoom(_ limit: Int) -> Int {
        switch self {
        case .empty, .set, .byte, .assertion, .reference: limit
        case .sequence(let parts), .choice(let parts): parts.map { $0.repetitionRoom(limit) }.min() ?? limit
        case .group(let part, _), .look(let part, _, _): part.repetitionRoom(limit)
        case .repetition(let part, let least, let most): part.repetitionRoom(limit / max(1, most ?? least))
        }
    }
}
