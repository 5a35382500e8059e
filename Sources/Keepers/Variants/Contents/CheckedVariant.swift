/// A variant that was found to be in order, and what its conditions mean.
struct CheckedVariant: Sendable {
    let variant: Variant
    /// One for each condition.
    let meanings: [ConditionMeaning]
}
