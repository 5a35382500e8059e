/// One step of a compiled regular expression.
enum PatternInstruction: Sendable {
    /// Takes one scalar.
    case set(PatternSet)
    /// Holds at a place.
    case anchor(PatternAnchor)
    /// Goes on at the first, and where that fails at the second.
    case split(Int, Int)
    /// Goes on elsewhere.
    case jump(Int)
    /// Notes the position in a slot.
    case save(Int)
    /// Fails where nothing was taken since the slot was noted.
    case progress(Int)
    /// Takes what a group took; a group that took part in no match fails.
    case reference(Int, ignoresCase: Bool)
    /// Runs the program that follows, up to its `match`, from here or from so many scalars before, and goes on at `end`.
    case look(behind: Int?, isNegative: Bool, end: Int)
    /// The end.
    case match
}
