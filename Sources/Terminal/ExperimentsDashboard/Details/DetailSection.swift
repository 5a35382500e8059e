import ExperimentsTerminalUI

/// A part of the details of the row under the cursor: a separate box if there is room, otherwise a part of the first
/// box's text under its title.
struct DetailSection {
    /// The column of its box, if there are several columns.
    enum Place: Sendable, Hashable {
        /// Above the others, with their full width.
        case wide
        /// In the left column.
        case leading
        /// In the right column.
        case trailing
    }

    /// The texts in the borders of the box. Without a title, the box uses the one found while describing.
    var title: BoxTitle
    var place = Place.trailing
    /// The width of its lines, if known in advance. The wider column gets the remaining room.
    var columns = 50
    /// Whether the section is about the row. Other sections are shown only if there is room for a box.
    var isAboutRow = true
    /// Whether to leave the section out before cutting others.
    var givesWay = false
    /// Whether the lines adapt to the box, so that they are never cut.
    var isScaled = false
    /// Adds the lines of the section. Without lines there is no box.
    let describe: (inout DetailLines) -> Void

    init(
        _ title: BoxTitle, _ place: Place = .trailing, columns: Int = 50, isAboutRow: Bool = true,
        givesWay: Bool = false, isScaled: Bool = false,
        describe: @escaping (inout DetailLines) -> Void
    ) {
        self.title = title
        self.place = place
        self.columns = columns
        self.isAboutRow = isAboutRow
        self.givesWay = givesWay
        self.isScaled = isScaled
        self.describe = describe
    }
}

extension DashboardState {
    /// The boxes currently beside or below the list.
    var detailBoxes: DetailBoxes { DetailBoxes(self, layout) }
}
