/// A cell's place; the origin is the top left cell of the screen. May lie outside the screen: drawing clips.
public struct CellPoint: Sendable, Hashable {
    /// Cells from the left edge.
    public var column: Int

    /// Cells from the top edge.
    public var row: Int

    /// Any coordinates are allowed, negative ones too.
    public init(column: Int, row: Int) {
        self.column = column
        self.row = row
    }

    /// The top left cell.
    public static let origin = CellPoint(column: 0, row: 0)
}
