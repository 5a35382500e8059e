/// The size of a screen or a region, in character cells.
public struct CellSize: Sendable, Hashable {
    /// Width in cells; never negative.
    public var columns: Int

    /// Height in cells; never negative.
    public var rows: Int

    /// Negative measures count as zero.
    public init(columns: Int, rows: Int) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
    }

    /// No cells at all.
    public static let zero = CellSize(columns: 0, rows: 0)
}
