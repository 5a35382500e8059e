import TerminalUI

/// A part of what is said of the row under the cursor: a box of its own where there is room, else a part of the text of
/// the first box, under its title.
struct DetailSection {
    /// Where its box stands if the boxes have more than one column.
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
    /// The columns of its lines, as far as they can be told beforehand: the wider column takes what is left.
    var columns = 50
    /// Whether it is about the row. What is not is only there while there is room for a box.
    var isAboutRow = true
    /// Adds its lines; none where it has nothing to say, then there is no box.
    let describe: (inout DetailLines) -> Void

    init(
        _ title: BoxTitle, _ place: Place = .trailing, columns: Int = 50, isAboutRow: Bool = true,
        describe: @escaping (inout DetailLines) -> Void
    ) {
        (self.title, self.place, self.columns, self.isAboutRow) = (title, place, columns, isAboutRow)
        self.describe = describe
    }
}
