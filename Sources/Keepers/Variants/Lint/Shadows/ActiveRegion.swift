/// The outcomes of its sources for which a variant is active.
enum ActiveRegion {
    /// One source, by its number, and its cells in which its conditions are met; never without a cell.
    struct Part {
        let source: Int
        var cells: [Range<Int>]
    }

    /// Active for no user.
    case never
    /// Active for all users.
    case always
    /// Where the outcome of one source at least is in a cell of its part.
    case any([Part])
    /// Where the outcome of every source is in a cell of its part.
    case all([Part])

    init(_ program: EvaluationProgram, variant: Int, _ cells: SourceCells) {
        let isDisjunction = program.compiledVariants[variant].isDisjunction
        var parts: [Part] = []
        var places: [Int: Int] = [:]
        for condition in program.conditionRange(variant) {
            switch cells[condition] {
            case .met:
                guard isDisjunction else { continue }
                self = .always
                return
            case .notMet:
                guard !isDisjunction else { continue }
                self = .never
                return
            case .open(let source, let met):
                guard let place = places[source] else {
                    places[source] = parts.count
                    parts.append(Part(source: source, cells: met))
                    continue
                }
                if isDisjunction { parts[place].cells += met } else { parts[place].cells.formIntersection(met) }
            }
        }
        if isDisjunction {
            parts.removeAll { $0.cells.isEmpty }
            self = parts.isEmpty ? .never : .any(parts)
        } else if parts.contains(where: { $0.cells.isEmpty }) {
            self = .never
        } else {
            self = parts.isEmpty ? .always : .all(parts)
        }
    }
}

extension [Range<Int>] {
    /// Keeps what lies in `others`, too; both in order, and their ranges apart from each other.
    fileprivate mutating func formIntersection(_ others: [Range<Int>]) {
        var common: [Range<Int>] = []
        var (own, other) = (startIndex, others.startIndex)
        while own < endIndex, other < others.endIndex {
            let overlap = self[own].clamped(to: others[other])
            if !overlap.isEmpty { common.append(overlap) }
            if self[own].upperBound < others[other].upperBound { own += 1 } else { other += 1 }
        }
        self = common
    }
}
