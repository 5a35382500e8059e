import ExperimentsCore
import Locks

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

/// One value of a context in the forms that conditions ask for, made once.
struct ContextSlot: Sendable {
    /// The remainder of the number divided by 100, with the number's sign; NaN where the value is not a number.
    let remainder: Double
    /// The text that identifies a user: a text itself, or the decimal digits of a whole number; nil for all else.
    let unit: String?

    /// Nothing is known.
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

/// The names that conditions look up in a context, numbered in the order they were first met.
///
/// A number is never given to another name, so that a context that was prepared before a reload is good after it.
final class ContextKeyTable: Sendable {
    private struct State {
        var names: [String] = []
        var numbers: [String: Int] = [:]
    }

    private let state = Mutex(State())

    /// The names so far, by number.
    var names: [String] { state.withLock(\.names) }

    /// The number of a name, which gets one if it has none.
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
