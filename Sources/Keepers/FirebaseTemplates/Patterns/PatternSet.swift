/// The scalars that one place of a regular expression takes.
struct PatternSet: Sendable, Hashable {
    enum Item: Sendable, Hashable {
        case range(ClosedRange<UInt32>)
        case named(Name, isNegative: Bool)
    }

    enum Name: Sendable, Hashable {
        case digit, word, space
    }

    var items: [Item] = []
    var isNegative = false
    var ignoresCase = false

    static func scalar(_ scalar: Unicode.Scalar, ignoresCase: Bool) -> PatternSet {
        PatternSet(items: [.range(scalar.value...scalar.value)], ignoresCase: ignoresCase)
    }

    /// Anything, or anything but a line feed.
    static func any(withLineFeed: Bool) -> PatternSet {
        PatternSet(items: withLineFeed ? [] : [.range(0x0A...0x0A)], isNegative: true)
    }

    /// The one scalar that it takes, if it takes only that.
    var single: Unicode.Scalar? {
        guard !isNegative, !ignoresCase, items.count == 1, case .range(let range) = items[0],
            range.lowerBound == range.upperBound
        else { return nil }
        return Unicode.Scalar(range.lowerBound)
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        var isIn = holds(scalar)
        if !isIn, ignoresCase {
            isIn = Self.cases(of: scalar).contains { holds($0) }
        }
        return isIn != isNegative
    }

    private func holds(_ scalar: Unicode.Scalar) -> Bool {
        items.contains { item in
            switch item {
            case .range(let range): range.contains(scalar.value)
            case .named(let name, let isNegative): Self.isNamed(scalar, name) != isNegative
            }
        }
    }

    static func isNamed(_ scalar: Unicode.Scalar, _ name: Name) -> Bool {
        switch name {
        case .digit: ("0"..."9").contains(scalar)
        case .word:
            ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar)
                || scalar == "_"
        case .space: scalar.properties.isWhitespace
        }
    }

    /// The scalar in lower and upper case, where that is one scalar.
    static func cases(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        [scalar.properties.lowercaseMapping, scalar.properties.uppercaseMapping].compactMap { text in
            let scalars = text.unicodeScalars
            return scalars.count == 1 ? scalars.first : nil
        }
    }
}
