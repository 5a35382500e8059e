/// Finds the flags that variants change and never give their value, because later variants always do.
struct ShadowedFlags {
    let program: EvaluationProgram

    /// For each variant the numbers of these flags, in the order of the flags.
    var byVariant: [Int: [Int]] {
        var found: [Int: [Int]] = [:]
        for flag in program.flags.indices {
            for variant in shadowedVariants(onFlag: flag) { found[variant, default: []].append(flag) }
        }
        return found
    }

    private func shadowedVariants(onFlag flag: Int) -> [Int] {
        let variants = program.candidates[program.candidateRange(flag)].map { Int($0.variant) }
        guard variants.count > 1 else { return [] }
        let cells = SourceCells(program, variants: variants)
        var later = LaterVariants(cells)
        return variants.filter { later.shadow(ActiveRegion(program, variant: $0, cells)) }
    }
}

/// What the later variants of a flag leave to the earlier ones. Variants are handed in from the last to the first.
///
/// A source can always have an outcome that meets no condition. So whether a variant is shadowed is decided by its own
/// sources alone: a later variant that asks another source may always be inactive because of that one.
struct LaterVariants {
    /// Of a variant that asks several sources at once: a range of cells of one of them.
    private struct Side {
        let source: Int
        let cells: Range<Int>
    }

    /// How many later variants of several sources are compared with an earlier one: the nearest ones of each source.
    /// With more, a shadow may be missed; none is made up.
    private static let nearest = 64
    /// How many combinations of cells are looked at for a variant, and how many cells of one source.
    private static let limit = (combinations: 1 << 12, cells: 1 << 7)

    private let sources: SourceCells
    private var isEverybodyTaken = false
    /// What variants that depend on one source took of it, by the source's number.
    private var covered: [CoveredCells?]
    /// The sides of the variants that ask several sources, one variant behind the other: in one flat list, because they
    /// are gone through very often.
    private var sides: [Side] = []
    /// Where the sides of each variant are, under the first of its sources.
    private var boxes: [Int: [Range<Int>]] = [:]

    init(_ sources: SourceCells) {
        self.sources = sources
        covered = Array(repeating: nil, count: sources.counts.count)
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
            // Each source can be the only one whose outcome meets a condition.
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
        guard !sources.isPrivate[part.source] else { return }
        for range in part.cells { self[part.source].cover(range) }
    }

    private subscript(source: Int) -> CoveredCells {
        get { covered[source] ?? CoveredCells(count: sources.counts[source]) }
        _modify {
            var cells = covered[source] ?? CoveredCells(count: sources.counts[source])
            covered[source] = nil
            defer { covered[source] = cells }
            yield &cells
        }
    }

    private mutating func box(_ parts: [ActiveRegion.Part]) {
        guard let first = parts.first, !parts.contains(where: { sources.isPrivate[$0.source] }) else { return }
        let start = sides.count
        for part in parts { sides += part.cells.map { Side(source: part.source, cells: $0) } }
        boxes[first.source, default: []].append(start..<sides.count)
    }

    /// Whether variants of several sources take all that those of one source leave of a variant.
    private mutating func isBoxedIn(_ parts: [ActiveRegion.Part]) -> Bool {
        let near = near(parts.map { $0.source })
        guard !near.isEmpty else { return false }
        var combinations = 1
        var open: [(source: Int, cells: [Int])] = []
        for part in parts where near.contains(where: { $0.contains { sides[$0].source == part.source } }) {
            let limit = min(Self.limit.cells, Self.limit.combinations / combinations)
            guard let cells = self[part.source].open(in: part.cells, limit: limit) else { return false }
            combinations *= max(cells.count, 1)
            open.append((part.source, cells))
        }
        let spans = open.compactMap { source, cells in
            cells.first.flatMap { first in cells.last.map { (source: source, cells: first...$0) } }
        }
        // One that takes everything by itself settles it, and so does a corner that is not covered, which is the usual
        // case.
        if isTaken(by: near, spans) { return true }
        guard isTaken(by: near, spans.map { ($0.source, $0.cells.lowerBound...$0.cells.lowerBound) }),
            isTaken(by: near, spans.map { ($0.source, $0.cells.upperBound...$0.cells.upperBound) })
        else { return false }
        let takers = open.map { self.takers(of: $0.cells, $0.source, near) }
        guard !takers.contains(where: { $0.contains(0) }) else { return false }
        return Self.isFilled(takers[...], .max >> UInt128(UInt128.bitWidth - near.count))
    }

    /// The later variants next to one of some sources that ask these sources only.
    private func near(_ sources: [Int]) -> [Range<Int>] {
        var near: [Range<Int>] = []
        for source in sources {
            // A slice: there may be very many in front of the nearest.
            let nearest: ArraySlice<Range<Int>> = boxes[source]?.suffix(Self.nearest) ?? []
            for box in nearest where near.count < UInt128.bitWidth {
                if box.allSatisfy({ sources.contains(sides[$0].source) }) { near.append(box) }
            }
        }
        return near
    }

    /// Whether one of some variants takes, by one range of each source that it asks, all these cells of the sources.
    private func isTaken(by boxes: [Range<Int>], _ spans: [(source: Int, cells: ClosedRange<Int>)]) -> Bool {
        boxes.contains { box in
            spans.allSatisfy { source, cells in
                var isAsked = false
                for side in box where sides[side].source == source {
                    if sides[side].cells.lowerBound <= cells.lowerBound, cells.upperBound < sides[side].cells.upperBound
                    {
                        return true
                    }
                    isAsked = true
                }
                return !isAsked
            }
        }
    }

    /// For cells of a source, which are in order, a bit for each variant that takes them, if need be with other
    /// sources. Neighbours with the same bits are one.
    ///
    /// Notes where each range begins and ends, and adds that up: it takes as many steps as there are ranges and cells,
    /// not as many as the two multiplied.
    private func takers(of cells: [Int], _ source: Int, _ boxes: [Range<Int>]) -> [UInt128] {
        var changes = [UInt128](repeating: 0, count: cells.count + 1)
        for (number, box) in boxes.enumerated() {
            let bit = UInt128(1) << UInt128(number)
            var isAsked = false
            for side in box where sides[side].source == source {
                let range = sides[side].cells
                changes[cells.firstPlace { $0 >= range.lowerBound }] ^= bit
                changes[cells.firstPlace { $0 >= range.upperBound }] ^= bit
                isAsked = true
            }
            if !isAsked { changes[0] ^= bit }
        }
        var takers: [UInt128] = []
        var current = UInt128(0)
        for place in cells.indices {
            current ^= changes[place]
            if takers.last != current { takers.append(current) }
        }
        return takers
    }

    /// Whether some variant takes each combination of cells of the sources, of those variants that are left.
    private static func isFilled(_ axes: ArraySlice<[UInt128]>, _ left: UInt128) -> Bool {
        guard left != 0, let axis = axes.first else { return left != 0 }
        return axis.allSatisfy { isFilled(axes.dropFirst(), left & $0) }
    }
}
