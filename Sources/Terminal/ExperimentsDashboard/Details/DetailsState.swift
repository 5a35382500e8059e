import TerminalUI

/// The details of the row under the cursor: whether and how large they are shown, and what is looked for in them.
struct DetailsState: Sendable {
    /// Whether they are shown.
    var isShown: Bool
    /// Whether they were opened here, so that going back closes them; those that were open at first stay.
    var wasOpened = false
    /// The share of the screen for the details.
    var size = DetailsSize()
    /// Whether the line between list and details is held by the mouse.
    var holdsBorder = false
    /// The first line that is shown.
    var scroll = 0
    /// The search in the details.
    var search = Search()
    /// Whether the next match is the next in the details.
    var isSearched = false
    /// The line that was found last.
    var line: Int?
    /// Whether JSON is shown in outline; nil to decide by its length.
    var foldsJSON: Bool?

    init(isShown: Bool) { self.isShown = isShown }
}
