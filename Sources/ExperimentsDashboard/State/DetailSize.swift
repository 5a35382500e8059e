/// How much of the screen the details take.
struct DetailSize: Sendable, Hashable {
    static let shares = 20...80
    static let step = 10

    /// Percent of the width, or of the height where they are below the list; nil for the usual.
    var share: Int?
    /// Whether they take all of it.
    var isZoomed = false
}
