extension EvaluationProgram {
    /// For each variant, the numbers of the flags that it changes without ever setting their value, because later
    /// variants always do; in the order of the flags.
    var shadowedFlags: [Int: [Int]] {
        var found: [Int: [Int]] = [:]
        for flag in flags.indices {
            for variant in shadowedVariants(onFlag: flag) { found[variant, default: []].append(flag) }
        }
        return found
    }

    private func shadowedVariants(onFlag flag: Int) -> [Int] {
        let variants = candidates[flag].map(\.variant)
        guard variants.count > 1, let regions = ActiveRegions(self, variants: variants) else { return [] }
        var later = LaterVariants()
        return variants.filter { later.shadow(regions.region(of: $0)) }
    }
}

/// The outcomes of its sources for which a variant is active.
enum ActiveRegion {
    /// The cells of sources, both by their numbers; never without a cell.
    typealias Parts = [Int: Set<Int>]

    /// Active for no user.
    case never
    /// Active for all users.
    case always
    /// The outcomes in which at least one source is in a cell of its part.
    case any(Parts)
    /// The outcomes in which every source is in a cell of its part.
    case all(Parts)
}

/// The regions of some variants, by the same numbers of sources and cells.
struct ActiveRegions {
    private let program: EvaluationProgram
    private let settled: [Int: Bool]
    /// The source and the cells of each condition that is not settled.
    private var parts: [Int: (source: Int, cells: Set<Int>)] = [:]

    /// Nil if there are too many cells.
    init?(_ program: EvaluationProgram, variants: [Int]) {
        let conditions = variants.flatMap { program.conditions[$0] }
        guard let divided = DividedSources(program, conditions: conditions, population: .anyone) else {
            return nil
        }
        self.program = program
        settled = divided.settled
        for (number, source) in divided.sources.enumerated() {
            for condition in source.conditions { parts[condition] = (number, []) }
            for (place, cell) in source.cells.enumerated() {
                for condition in cell.met { parts[condition]?.cells.insert(place) }
            }
        }
    }

    func region(of variant: Int) -> ActiveRegion {
        let isDisjunction = program.variants[variant].isDisjunction
        var region: ActiveRegion.Parts = [:]
        for condition in program.conditions[variant] {
            if let isMet = settled[condition], isMet == isDisjunction { return isMet ? .always : .never }
            guard let (source, cells) = parts[condition] else { continue }
            let known = region[source] ?? cells
            region[source] = isDisjunction ? known.union(cells) : known.intersection(cells)
        }
        if isDisjunction {
            region = region.filter { !$0.value.isEmpty }
            return region.isEmpty ? .never : .any(region)
        }
        if region.values.contains(where: \.isEmpty) { return .never }
        return region.isEmpty ? .always : .all(region)
    }
}

/// The outcomes that the later variants of a flag leave to the earlier ones. Variants are added from the last to the
/// first.
///
/// A source can always have an outcome that meets no condition. So only its own sources decide whether a variant is
/// shadowed: a later variant with another source may always be inactive because of that one.
struct LaterVariants {
    /// The number of later variants of several sources that are compared with an earlier one: the nearest ones of each
    /// source. If there are more, a shadowed flag may be missed, but none is reported incorrectly.
    private static let nearest = 64
    /// The maximum number of combinations of cells that are checked for a variant.
    private static let mostCombinations = 1 << 12

    private var isEverybodyTaken = false
    /// The cells that variants with one source cover, by the source's number.
    private var taken: ActiveRegion.Parts = [:]
    /// The variants that need several sources together, under the first of these.
    private var joint: [Int: [ActiveRegion.Parts]] = [:]

    /// Adds the next variant, and returns whether the later ones cover it completely.
    mutating func shadow(_ region: ActiveRegion) -> Bool {
        guard !isEverybodyTaken else { return true }
        switch region {
        case .never: return true
        case .always: isEverybodyTaken = true
        case .any(let parts):
            // Each source can be the only one whose outcome meets a condition.
            guard !parts.allSatisfy({ left(of: $1, at: $0).isEmpty }) else { return true }
            for (source, cells) in parts { taken[source, default: []].formUnion(cells) }
        case .all(let parts):
            guard !parts.contains(where: { left(of: $1, at: $0).isEmpty }), !isTaken(parts) else {
                return true
            }
            if let (source, cells) = parts.first, parts.count == 1 {
                taken[source, default: []].formUnion(cells)
            } else if let first = parts.keys.min() {
                joint[first, default: []].append(parts)
            }
        }
        return false
    }

    private func left(of cells: Set<Int>, at source: Int) -> Set<Int> {
        taken[source].map(cells.subtracting) ?? cells
    }

    /// Whether variants of several sources take all that those of one source leave of a variant.
    private func isTaken(_ parts: ActiveRegion.Parts) -> Bool {
        let near = parts.keys.flatMap { (joint[$0] ?? []).suffix(Self.nearest) }
            .filter { $0.keys.allSatisfy { parts[$0] != nil } }
        var axes: [(source: Int, cells: Set<Int>)] = []
        var combinations = 1
        for (source, cells) in parts where near.contains(where: { $0[source] != nil }) {
            axes.append((source, left(of: cells, at: source)))
            combinations *= axes[axes.count - 1].cells.count
            guard combinations <= Self.mostCombinations else { return false }
        }
        return Self.areTaken(axes[...], by: near)
    }

    /// Whether one of some variants takes each combination of cells.
    private static func areTaken(
        _ axes: ArraySlice<(source: Int, cells: Set<Int>)>, by variants: [ActiveRegion.Parts]
    ) -> Bool {
        guard !variants.isEmpty, let axis = axes.first else { return !variants.isEmpty }
        return axis.cells.allSatisfy { cell in
            areTaken(axes.dropFirst(), by: variants.filter { $0[axis.source]?.contains(cell) ?? true })
        }
    }
}
