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
/// A source can always come to nothing that any condition asks for. So whether a variant is shadowed is decided by its
/// own sources alone: wherever a later variant asks another source for something, that one can be thought of as silent.
struct LaterVariants {
    /// How many later variants of several sources are compared with an earlier one: the nearest ones of each source.
    /// With more, a shadow may be missed; none is made up.
    private static let nearest = 64
    /// How many combinations of cells are looked at for a variant, and how many cells of one source.
    private static let limit = (combinations: 1 << 12, cells: 1 << 7)

    private let sources: SourceCells
    private var isEverybodyTaken = false
    /// What variants that depend on one source took of it, by the source's number.
    private var covered: [CoveredCells?]
    /// Variants that ask several sources at once, under the first of these.
    private var boxes: [Int: [[ActiveRegion.Part]]] = [:]

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
        boxes[first.source, default: []].append(parts)
    }

    /// Whether variants of several sources take all that those of one source leave of a variant.
    private mutating func isBoxedIn(_ parts: [ActiveRegion.Part]) -> Bool {
        var near: [[ActiveRegion.Part]] = []
        for part in parts {
            // A slice: there may be very many in front of the nearest.
            let nearest: ArraySlice<[ActiveRegion.Part]> = boxes[part.source]?.suffix(Self.nearest) ?? []
            for box in nearest where near.count < UInt128.bitWidth {
                if box.allSatisfy({ axis in parts.contains { $0.source == axis.source } }) { near.append(box) }
            }
        }
        guard !near.isEmpty else { return false }
        var combinations = 1
        var axes: [[UInt128]] = []
        for part in parts where near.contains(where: { $0.contains { $0.source == part.source } }) {
            let limit = min(Self.limit.cells, Self.limit.combinations / combinations)
            guard let open = self[part.source].open(in: part.cells, limit: limit) else { return false }
            combinations *= max(open.count, 1)
            let takers = Self.takers(of: open, part.source, near)
            guard !takers.contains(0) else { return false }
            axes.append(takers)
        }
        return Self.isFilled(axes[...], .max >> UInt128(UInt128.bitWidth - near.count))
    }

    /// For cells of a source, which are in order, a bit for each variant that takes them, if need be with other sources.
    /// Neighbours with the same bits are one.
    ///
    /// Notes where each range begins and ends, and adds that up: it takes as many steps as there are ranges and cells,
    /// not as many as the two multiplied.
    private static func takers(of cells: [Int], _ source: Int, _ boxes: [[ActiveRegion.Part]]) -> [UInt128] {
        var changes = [UInt128](repeating: 0, count: cells.count + 1)
        for (number, box) in boxes.enumerated() {
            let bit = UInt128(1) << UInt128(number)
            guard let axis = box.first(where: { $0.source == source }) else {
                changes[0] ^= bit
                continue
            }
            for range in axis.cells {
                changes[cells.firstPlace { $0 >= range.lowerBound }] ^= bit
                changes[cells.firstPlace { $0 >= range.upperBound }] ^= bit
            }
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
