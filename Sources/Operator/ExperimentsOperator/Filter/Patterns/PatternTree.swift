/// What a regular expression says, before it is made into a program.
indirect enum PatternTree: Sendable, Hashable {
    case empty
    case set(ScalarSet)
    case assertion(Assertion)
    case sequence([PatternTree])
    case choice([PatternTree])
    case repetition(PatternTree, least: Int, most: Int?)

    /// Something that takes no character.
    enum Assertion: Sendable, Hashable {
        case start, end, wordBoundary, noWordBoundary
    }
}

/// Why a text is no regular expression.
struct PatternProblem: Error, Sendable, Hashable {
    /// What is wrong, and what to write instead.
    let reason: String
    /// At which character, from 1.
    let place: Int
}
