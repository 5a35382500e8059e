/// The parts of a regular expression.
indirect enum PatternNode: Sendable {
    case empty
    case set(PatternSet)
    case anchor(PatternAnchor)
    case sequence([PatternNode])
    case alternatives([PatternNode])
    case group(PatternNode, number: Int)
    case repetition(PatternNode, least: Int, most: Int?, isLazy: Bool)
    case look(PatternNode, isBehind: Bool, isNegative: Bool)
    case reference(Int, ignoresCase: Bool)

    /// The text that the pattern is, if it is nothing but that.
    var literalText: String? {
        switch self {
        case .set(let set):
            return set.single.map { String(Character($0)) }
        case .sequence(let parts):
            var text = String.UnicodeScalarView()
            for part in parts {
                guard case .set(let set) = part, let scalar = set.single else { return nil }
                text.append(scalar)
            }
            return String(text)
        default: return nil
        }
    }

    /// How many scalars a match takes; nil where that varies.
    var width: Int? {
        switch self {
        case .empty, .anchor, .look: return 0
        case .set: return 1
        case .sequence(let parts):
            var total = 0
            for part in parts {
                guard let width = part.width else { return nil }
                total += width
            }
            return total
        case .alternatives(let choices):
            let widths = Set(choices.map(\.width))
            return widths.count == 1 ? widths.first ?? nil : nil
        case .group(let node, _): return node.width
        case .repetition(let node, let least, let most, _):
            guard least == most, let width = node.width else { return nil }
            let (total, overflow) = width.multipliedReportingOverflow(by: least)
            return overflow ? nil : total
        case .reference: return nil
        }
    }
}

/// A place in a text that takes up nothing.
enum PatternAnchor: Sendable {
    case start, end, lineStart, lineEnd, wordBoundary, noWordBoundary
}
