import ExperimentsTerminalUI

/// How much of the screen the details take.
struct DetailsSize: Sendable, Hashable {
    /// The share of the screen, in thousandths, by which a key press changes the details.
    private static let step = 100
    private static let limits = -400...500
    /// The minimum size of the list.
    static let leastList = CellSize(columns: 40, rows: 5)
    /// The minimum size of the details.
    static let leastDetails = CellSize(columns: 24, rows: 4)
    /// The columns that the details need beside a list.
    static let columns = RoomWish(least: leastDetails.columns, wished: 57, most: 120)

    /// The difference from the usual size, in thousandths of the screen.
    let shift: Int
    /// Whether the details replace the list.
    var isZoomed = false

    init(shift: Int = 0) {
        self.shift = min(max(shift, Self.limits.lowerBound), Self.limits.upperBound)
    }

    var larger: DetailsSize { DetailsSize(shift: shift + Self.step) }
    var smaller: DetailsSize { DetailsSize(shift: shift - Self.step) }

    /// Returns the columns of details beside the list.
    ///
    /// - Parameters:
    ///   - all: the columns of the screen.
    ///   - usual: the columns for the content of the list and the details.
    func columns(of all: Int, usually usual: Int) -> Int {
        max(Self.leastDetails.columns, min(usual + all * shift / 1000, all - Self.leastList.columns))
    }

    /// Returns the rows of details below the list.
    func rows(of all: Int, usually usual: Int) -> Int {
        max(Self.leastDetails.rows, min(usual + all * shift / 1000, all - Self.leastList.rows))
    }
}
