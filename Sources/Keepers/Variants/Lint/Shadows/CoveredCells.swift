/// Which cells of a source later variants have taken. Each cell is taken once and skipped from then on, so that all
/// questions together take little more time than there are cells.
struct CoveredCells {
    /// For each cell a cell from which to look for the first open one, itself where it is open; one past the last ends
    /// the search.
    private var next: [Int]

    init(count: Int) {
        next = Array(0...count)
    }

    mutating func cover(_ range: Range<Int>) {
        var cell = firstOpen(from: range.lowerBound)
        while cell < range.upperBound {
            next[cell] = cell + 1
            cell = firstOpen(from: cell + 1)
        }
    }

    mutating func covers(_ range: Range<Int>) -> Bool {
        firstOpen(from: range.lowerBound) >= range.upperBound
    }

    /// The cells of some ranges that are not covered yet; nil if there are more than `limit`.
    mutating func open(in ranges: [Range<Int>], limit: Int) -> [Int]? {
        var open: [Int] = []
        for range in ranges {
            var cell = firstOpen(from: range.lowerBound)
            while cell < range.upperBound {
                guard open.count < limit else { return nil }
                open.append(cell)
                cell = firstOpen(from: cell + 1)
            }
        }
        return open
    }

    private mutating func firstOpen(from cell: Int) -> Int {
        var cell = cell
        while next[cell] != cell {
            next[cell] = next[next[cell]]
            cell = next[cell]
        }
        return cell
    }
}
