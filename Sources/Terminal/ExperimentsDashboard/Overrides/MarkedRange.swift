/// A stretch of rows that is being marked: from where it was begun to the cursor.
struct MarkedRange: Sendable {
    /// The row where it was begun, by name.
    let anchor: String
    /// Where that row was when it was last looked for.
    var anchorRow: Int
    /// What was marked before.
    var before: Marks
}
