/// Decides between readings of the same thing that several threads make at the same time. The reading that began later
/// wins, because it cannot have missed anything.
///
/// A thread that changes the thing begins a reading after its change. So when that reading is done, the result includes
/// the change.
package struct ReadingOrder: Sendable {
    private var begun = 0
    private var kept = 0

    package init() {}

    /// Returns a ticket. Take it before reading.
    package mutating func begin() -> Int {
        begun += 1
        return begun
    }

    /// Returns whether to use what was read with this ticket.
    package mutating func keep(_ ticket: Int) -> Bool {
        guard ticket > kept else { return false }
        kept = ticket
        return true
    }
}
