import ExperimentsCore
import Locks

/// A context prepared for the fastest reads of one registry's flags. The values that conditions use are already in the
/// form that they need.
///
/// It stays valid when the registry is reloaded, and gives the same results as the context from which it was made.
public struct PreparedContext: Sendable {
    /// The context from which it was made.
    public let context: VariantContext

    private let table: ContextKeyTable
    private let slots: [ContextSlot]

    init(_ context: VariantContext, _ table: ContextKeyTable) {
        self.context = context
        self.table = table
        slots = table.names.map { ContextSlot(context[$0]) }
    }

    /// Creates a context from slots.
    init(_ context: VariantContext, _ table: ContextKeyTable, slots: [ContextSlot]) {
        self.context = context
        self.table = table
        self.slots = slots
    }

    /// Returns whether the slots are numbered by `table`.
    @inline(__always)
    func isMade(for table: ContextKeyTable) -> Bool { self.table === table }

    /// Returns the value with a number; nil if the number was assigned after the context was prepared.
    @inline(__always)
    func slot(_ number: Int) -> ContextSlot? { number < slots.count ? slots[number] : nil }

    /// Returns the remainder of a value divided by 100, without copying its slot.
    @inline(__always)
    func remainder(_ number: Int) -> Double? { number < slots.count ? slots[number].remainder : nil }
}

/// A value of a context in the forms that conditions use, computed once.
struct ContextSlot: Sendable {
    /// The remainder of the number divided by 100, with the sign of the number; NaN if the value is not a number.
    let remainder: Double
    /// The text that identifies a user: a text itself, or the decimal digits of a whole number; nil for everything
    /// else.
    let unit: String?

    /// The slot of a value that is not known.
    static let missing = ContextSlot(remainder: .nan, unit: nil)

    init(remainder: Double, unit: String?) {
        self.remainder = remainder
        self.unit = unit
    }

    init(_ value: JSONValue?) {
        switch value {
        case .string(var text):
            text.makeContiguousUTF8()
            self.init(remainder: .nan, unit: text)
        case .number(let lexeme):
            if let integer = Int64(lexeme) {
                self.init(integer)
            } else if let number = Double(lexeme), number.isFinite {
                let isWhole = number == number.rounded(.towardZero) && abs(number) <= 0x1p53
                self.init(
                    remainder: number.truncatingRemainder(dividingBy: 100),
                    unit: isWhole ? String(Int64(number)) : nil)
            } else {
                self = .missing
            }
        default: self = .missing
        }
    }

    init(_ integer: Int64) {
        self.init(remainder: Double(integer % 100), unit: String(integer))
    }
}

/// The names that conditions look up in a context, numbered in the order in which they were first used.
///
/// A number is never assigned to another name, so a context that was prepared before a reload is still valid after it.
final class ContextKeyTable: Sendable {
    private struct State {
        var names: [String] = []
        var numbers: [String: Int] = [:]
    }

    private let state = Mutex(State())

    /// The names so far, by number.
    var names: [String] { state.withLock(\.names) }

    /// Returns the number of a name, and assigns one if it has none.
    func number(of name: String) -> Int {
        state.withLock { state in
            if let number = state.numbers[name] { return number }
            let number = state.names.count
            state.names.append(name)
            state.numbers[name] = number
            return number
        }
    }
}
