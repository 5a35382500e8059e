/// What the later variants of a flag leave to the earlier ones. Variants are handed in from the last to the first.
///
/// A source can always come to nothing that any condition asks for. So whether a variant is shadowed is decided by its
/// own sources alone: wherever a later variant asks another source for something, that one can be thought of as silent.
struct LaterVariants {
    /// How many later variants of several sources are compared with an earlier one: the nearest ones. With more, a
    /// shadow may be missed; none is made up.
    private static let nearest = 64
    /// How many comparisons of single cells a variant is worth.
    private static let limit = 1 << 14

    private let counts: [OutcomeSource: Int]
    private var isEverybodyTaken = false
    /// What variants that depend on one source took of it.
    private var covered: [OutcomeSource: CoveredCells] = [:]
    /// Variants that ask several sources at once, under the first of these.
    private var boxes: [OutcomeSource: [Box]] = [:]

    /// The cells of several sources, all of which a variant asks for.
    private struct Box {
        let cells: [OutcomeSource: [Range<Int>]]

        func isOpen(_ cell: Int, of source: OutcomeSource) -> Bool {
            cells[source]?.contains { $0.contains(cell) } ?? true
        }
    }

    init(_ cells: SourceCells) {
        counts = cells.counts
    }

    /// Takes the next variant, and says whether the later ones leave nothing to it.
    mutating func shadow(_ region: ActiveRegion) -> Bool {
        guard !isEverybodyTaken else { return true }
        switch region {
        case .never: return true
        case .always:
            isEverybodyTaken = true
            return false
        case .any(let parts):
            // Each source can be the only one that comes to something.
            guard !parts.allSatisfy({ isCovered($0) }) else { return true }
            parts.forEach { cover($0) }
        case .all(let parts):
            guard !parts.contains(where: { isCovered($0) }), !isBoxedIn(parts) else { return true }
            if let first = parts.first, parts.count == 1 { cover(first) } else { box(parts) }
        }
        return false
    }

    private mutating func isCovered(_ part: ActiveRegion.Part) -> Bool {
        part.cells.allSatisfy { covered[part.source]?.covers($0) ?? false }
    }

    private mutating func cover(_ part: ActiveRegion.Part) {
        // What one condition draws or asks the app decides no other variant.
        guard !part.source.isPrivate else { return }
        for range in part.cells { self[part.source].cover(range) }
    }

    private subscript(source: OutcomeSource) -> CoveredCells {
        get { covered[source] ?? CoveredCells(count: counts[source] ?? 0) }
        _modify { yield &covered[source, default: CoveredCells(count: counts[source] ?? 0)] }
    }

    private mutating func box(_ parts: [ActiveRegion.Part]) {
        guard let first = parts.first, !parts.contains(where: \.source.isPrivate) else { return }
        let cells = Dictionary(uniqueKeysWithValues: parts.map { ($0.source, $0.cells) })
        boxes[first.source, default: []].append(Box(cells: cells))
    }

    /// Whether variants of several sources take all that those of one source leave of a variant.
    private mutating func isBoxedIn(_ parts: [ActiveRegion.Part]) -> Bool {
        let own = Set(parts.map(\.source))
        let near = parts.flatMap { boxes[$0.source]?.suffix(Self.nearest) ?? [] }.filter { box in
            box.cells.keys.allSatisfy(own.contains)
        }
        guard !near.isEmpty else { return false }
        var budget = Self.limit / near.reduce(0) { $0 + $1.cells.values.reduce(0) { $0 + $1.count } }
        var axes: [(source: OutcomeSource, open: [Int])] = []
        for part in parts where near.contains(where: { $0.cells[part.source] != nil }) {
            guard let open = self[part.source].open(in: part.cells, limit: budget) else { return false }
            budget /= max(open.count, 1)
            axes.append((part.source, open))
        }
        return Self.isFilled(axes[...], near)
    }

    private static func isFilled(_ axes: ArraySlice<(source: OutcomeSource, open: [Int])>, _ boxes: [Box]) -> Bool {
        guard let axis = axes.first else { return !boxes.isEmpty }
        return axis.open.allSatisfy { cell in
            let left = boxes.filter { $0.isOpen(cell, of: axis.source) }
            return !left.isEmpty && isFilled(axes.dropFirst(), left)
        }
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
