/// Whose outcomes a model is about.
enum Population {
    /// Anybody who could ever come: what is possible at all.
    case anyone
    /// Users whose identifiers are whole numbers drawn at random, and of whom all else is as in one context.
    case drawn(like: PreparedContext)
}
