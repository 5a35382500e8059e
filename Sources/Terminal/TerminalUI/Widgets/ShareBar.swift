/// How much of something there is, as a bar with a mark where it should end.
package struct ShareBar {
    /// The bar as runs of text, of exactly the columns that were asked for.
    package let spans: [Span]

    /// - Parameters:
    ///   - size: how much there is.
    ///   - meant: how much there should be.
    ///   - largest: what the whole width stands for.
    package init(_ size: Double, meant: Double, largest: Double, columns: Int) {
        let axis = Axis(0...(largest > 0 && largest.isFinite ? largest : 1), cells: columns + 1)
        guard columns > 0 else {
            spans = []
            return
        }
        let end = axis.clampedCell(of: size)
        var cells = (0..<columns).map { $0 < end ? (Character("█"), Role.sparkline) : (Character("·"), Role.dim) }
        // The mark stands on the last cell that should be filled.
        if meant > 0 { cells[min(columns - 1, max(0, axis.clampedCell(of: meant) - 1))].0 = "│" }
        spans = Span.runs(of: cells)
    }
}
