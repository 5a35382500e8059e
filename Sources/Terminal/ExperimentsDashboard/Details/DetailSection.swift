import TerminalUI

/// A part of the details of the row under the cursor: a separate box if there is room; otherwise a part of the first
/// box's text, under its title.
struct DetailSection {
    /// The column of its box if there are several columns.
    enum Place: Sendable, Hashable {
        /// Above the others, as wide as all of them.
        case wide
        /// In the left column.
        case leading
        /// In the right column.
        case trailing
    }

    /// The words in the borders of the box. Without a title it has the one that is found while it is described.
    var title: BoxTitle
    var place = Place.trailing
    /// The width of its lines, if known in advance. The wider column gets the remaining room.
    var columns = 50
    /// Whether it is about the row. Other sections are only shown if there is room for a box.
    var isAboutRow = true
    /// Whether it is left out before anything else is cut.
    var givesWay = false
    /// Whether its lines are drawn to fit its box, so that they are never cut.
    var isScaled = false
    /// Adds its lines. If there are none, there is no box.
    let describe: (inout DetailLines) -> Void

    init(
        _ title: BoxTitle, _ place: Place = .trailing, columns: Int = 50, isAboutRow: Bool = true,
        givesWay: Bool = false, isScaled: Bool = false,
        describe: @escaping (inout DetailLines) -> Void
    ) {
        (self.title, self.place, self.columns, self.isAboutRow) = (title, place, columns, isAboutRow)
        (self.givesWay, self.isScaled) = (givesWay, isScaled)
        self.describe = describe
    }
}
