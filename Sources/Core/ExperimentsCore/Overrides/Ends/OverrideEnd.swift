/// An end of an override that is not a time but something that happens.
public enum OverrideEnd: Sendable, Hashable {
    /// The next fetch that succeeds and began after the override was set. Each program that reads the overrides goes by
    /// its own fetches.
    case nextFetch
    /// The source holds another text than this, which it held when the override was set; nil where it held none.
    case upstreamChange(from: String?)
}

extension OverrideEnd {
    /// What the file of overrides calls it, and an operator may type.
    public var words: String {
        switch self {
        case .nextFetch: "next fetch"
        case .upstreamChange: "upstream changes"
        }
    }
}
