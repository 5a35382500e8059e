/// An event that ends an override.
public enum OverrideEnd: Sendable, Hashable {
    /// The next successful fetch that begins after the override was set. It ends the override for the program that
    /// fetches.
    case nextFetch
    /// A change at the source: it no longer has this text, which it had when the override was set; nil if it had none.
    case upstreamChange(from: String?)
}

extension OverrideEnd {
    /// The words for it in the overrides file, which an operator can also type.
    public var words: String {
        switch self {
        case .nextFetch: "next fetch"
        case .upstreamChange: "upstream changes"
        }
    }
}
