import ExperimentsCore

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
