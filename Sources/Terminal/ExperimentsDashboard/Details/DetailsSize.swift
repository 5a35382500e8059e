import TerminalUI

/// How much of the screen the details take.
struct DetailsSize: Sendable, Hashable {
    /// How many thousandths of the screen a key press gives to the details, or takes from them.
    private static let step = 100
    private static let limits = -400...500
    /// The list stays as large as this.
    static let leastList = CellSize(columns: 40, rows: 5)
    /// The details stay as large as this.
    static let leastDetails = CellSize(columns: 24, rows: 4)
    /// The columns that the details need beside a list.
    static let columns = RoomWish(least: leastDetails.columns, wished: 57, most: 120)

    /// How much more than usual, in thousandths of the screen; negative for less.
    let shift: Int
    /// Whether the details replace the list.
    var isZoomed = false

    init(shift: Int = 0) {
        self.shift = min(max(shift, Self.limits.lowerBound), Self.limits.upperBound)
    }

    var larger: DetailsSize { DetailsSize(shift: shift + Self.step) }
    var smaller: DetailsSize { DetailsSize(shift: shift - Self.step) }

    /// The columns of details beside the list.
    ///
    /// - Parameters:
    ///   - all: those of the screen.
    ///   - usual: those that their content and that of the list ask for.
    func columns(of all: Int, usually usual: Int) -> Int {
        max(Self.leastDetails.columns, min(usual + all * shift / 1000, all - Self.leastList.columns))
    }

    /// The rows of details below the list.
    func rows(of all: Int, usually usual: Int) -> Int {
        max(Self.leastDetails.rows, min(usual + all * shift / 1000, all - Self.leastList.rows))
    }
}
