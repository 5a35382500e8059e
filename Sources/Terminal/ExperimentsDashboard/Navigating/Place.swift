/// What is on the screen, as far as one may want to come back to it.
struct Place: Sendable, Hashable {
    var screen: Screen
    var filter: String
    var source: String?
    var showsDetails: Bool
    /// The generation on screen, if it is not the newest.
    var generation: Int?
    /// What the cursor is on.
    var item: String?

    /// Whether only the cursor differs, if anything does.
    func isSame(as other: Place) -> Bool {
        var other = other
        other.item = item
        return self == other
    }
}
