import TerminalUI

/// How much of the screen the details take.
struct DetailsSize: Sendable, Hashable {
    /// How many hundredths of the screen a key press gives to the details, or takes from them.
    private static let step = 10
    private static let limits = -40...50
    /// The list stays as large as this.
    private static let leastList = CellSize(columns: 40, rows: 5)
    /// The details stay as large as this.
    private static let leastDetails = CellSize(columns: 24, rows: 4)

    /// How much more than usual, in hundredths of the screen; negative for less.
    let shift: Int
    /// Whether the details take the place of the list.
    var isZoomed = false

    init(shift: Int = 0) {
        self.shift = min(max(shift, Self.limits.lowerBound), Self.limits.upperBound)
    }

    var larger: DetailsSize { DetailsSize(shift: shift + Self.step) }
    var smaller: DetailsSize { DetailsSize(shift: shift - Self.step) }

    /// The columns of details beside the list, of all.
    func columns(of all: Int) -> Int {
        let wanted = min(all * 2 / 5, 70) + all * shift / 100
        return max(Self.leastDetails.columns, min(wanted, all - Self.leastList.columns))
    }

    /// The rows of details below the list, of all.
    func rows(of all: Int) -> Int {
        let wanted = all / 2 + all * shift / 100
        return max(Self.leastDetails.rows, min(wanted, all - Self.leastList.rows))
    }
}
