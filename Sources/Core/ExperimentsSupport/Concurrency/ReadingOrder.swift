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

    /// Returns true if the result of the reading with this ticket is still the newest.
    package mutating func keep(_ ticket: Int) -> Bool {
        guard ticket > kept else { return false }
        kept = ticket
        return true
    }
}
