/// A context made ready for the fastest reads of one registry's flags: each value that a condition asks for is already
/// in the form it asks for.
///
/// It stays good across reloads of the registry, and gives the same answers as the context it was made from.
public struct PreparedContext: Sendable {
    /// The context it was made from.
    public let context: VariantContext

    private let table: ContextKeyTable
    private let slots: [ContextSlot]

    init(_ context: VariantContext, _ table: ContextKeyTable) {
        self.context = context
        self.table = table
        slots = table.names.map { ContextSlot(context[$0]) }
    }

    /// A context whose slots were made elsewhere.
    init(_ context: VariantContext, _ table: ContextKeyTable, slots: [ContextSlot]) {
        self.context = context
        self.table = table
        self.slots = slots
    }

    /// Whether the numbers of `table` are those of the slots.
    @inline(__always)
    func isMade(for table: ContextKeyTable) -> Bool { self.table === table }

    /// The value with a number, or nil where the number was given after the context was prepared.
    @inline(__always)
    func slot(_ number: Int) -> ContextSlot? { number < slots.count ? slots[number] : nil }

    /// The remainder of a value divided by 100, without making a copy of its slot.
    @inline(__always)
    func remainder(_ number: Int) -> Double? { number < slots.count ? slots[number].remainder : nil }
}
