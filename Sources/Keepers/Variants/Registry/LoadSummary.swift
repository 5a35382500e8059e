/// What a load brought.
public struct LoadSummary: Sendable, Hashable {
    /// The names of the document's flags, in its order.
    public let flags: [String]
    /// The ids of the document's variants, in its order.
    public let variants: [String]
    /// What is odd about the document, and was accepted.
    public let warnings: [DocumentProblem]
}
