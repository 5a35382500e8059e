/// A command's place in the footer: the word beside its key, and how early its hint comes.
///
/// The footer shows the commands that have a place, so that declaring one is all it takes to appear there.
struct FooterPlace: Sendable {
    /// What hints are about, the most useful first; the number orders those about the same.
    enum Rank: Sendable, Hashable, Comparable {
        /// How one gets help.
        case help
        /// Details that take the whole screen.
        case details(Int)
        /// Values of an earlier time.
        case past(Int)
        /// What is looked for.
        case found(Int)
        /// The row under the cursor, or the marked rows.
        case row(Int)
        /// Fetches, and for whom they are.
        case fetching(Int)
        /// The last change.
        case undoing
        /// The list as a whole.
        case list(Int)
        /// Sets of overrides.
        case profiles
        /// The other sources.
        case sources(Int)
        /// The dashboard itself.
        case program(Int)
        /// What is rarely needed.
        case others(Int)
    }

    /// The word beside the key.
    let word: String
    /// How early the hint comes; nil while it is not shown.
    let rank: @Sendable (DashboardState) -> Rank?
    /// Which hints stay if there is no room for all: the lowest longest; nil for a hint that does not stay.
    let lasting: Int?

    /// A place that depends on what is going on.
    init(_ word: String, rank: @escaping @Sendable (DashboardState) -> Rank?) {
        (self.word, self.rank, lasting) = (word, rank, nil)
    }

    /// A place that is always the same.
    ///
    /// - Parameter isShown: whether the hint is shown.
    init(
        _ word: String, at rank: Rank, lasting: Int? = nil,
        where isShown: @escaping @Sendable (DashboardState) -> Bool = { _ in true }
    ) {
        (self.word, self.lasting) = (word, lasting)
        self.rank = { isShown($0) ? rank : nil }
    }
}
