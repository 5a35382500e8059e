import ExperimentsOperator

/// What is worked on beside the loop, because it takes longer than a key press may.
struct BesideState: Sendable {
    /// Tells the resolution that is wanted from earlier ones.
    var resolutionNumber = 0
    /// Tells the comparison that is wanted from earlier ones.
    var comparisonNumber = 0
    /// What was last asked to be prepared: of which list, in which order.
    var preparing: (revision: Int, sort: KeyOrder)?
    /// What is to be compared.
    var comparing: ComparisonRequest?
    /// What is large and no longer needed.
    var retired: [any Sendable] = []
}
