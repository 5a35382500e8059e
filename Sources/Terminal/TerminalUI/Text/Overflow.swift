/// What happens to text that is wider than its place.
package enum Overflow: Sendable, Hashable, CaseIterable {
    /// Cut off without a sign.
    case clip

    /// The end is cut off and `…` stands there.
    case tail

    /// The middle gives way to `…`; start and end stay.
    case middle
}
