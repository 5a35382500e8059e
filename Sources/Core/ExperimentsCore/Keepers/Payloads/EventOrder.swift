/// Numbers events that overlap, such as fetches, and accepts their results only in the order in which they began: of
/// two, the later one decides, whichever ends first.
package struct EventOrder: Sendable, Hashable {
    private var last = 0
    private var accepted = 0

    /// Creates an order without events.
    package init() {}

    /// Begins an event, and returns its number.
    package mutating func next() -> Int {
        last += 1
        return last
    }

    /// Returns whether no result of a later event was accepted.
    package func isLater(_ number: Int) -> Bool { number > accepted }

    /// Accepts the result of an event, unless one of a later event was accepted.
    ///
    /// - Returns: whether it was accepted.
    package mutating func accept(_ number: Int) -> Bool {
        guard isLater(number) else { return false }
        accepted = number
        return true
    }
}
