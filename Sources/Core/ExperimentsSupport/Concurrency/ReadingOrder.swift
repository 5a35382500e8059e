/// Decides between readings of one thing that several threads make at the same time: of two, the one that was begun
/// later is kept, because it cannot have seen less.
///
/// The thread that changes the thing begins a reading after its change; so when it is done, what is kept includes it.
package struct ReadingOrder: Sendable {
    private var begun = 0
    private var kept = 0

    package init() {}

    /// A ticket to take before looking.
    package mutating func begin() -> Int {
        begun += 1
        return begun
    }

    /// Whether what was seen with this ticket is to be kept.
    package mutating func keep(_ ticket: Int) -> Bool {
        guard ticket > kept else { return false }
        kept = ticket
        return true
    }
}
