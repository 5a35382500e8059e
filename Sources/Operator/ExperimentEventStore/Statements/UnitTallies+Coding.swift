import ExperimentEvents

/// What a unit did, in the few bytes in which a database keeps it: for each metric its number, a byte that says in which
/// form its three numbers follow, and those.
///
/// Almost all of them are whole and small: what three metrics count of a purchase is ten bytes.
extension UnitTallies {
    /// How a number is written. Two bits say which: those of the value are the lowest, those of the past the highest.
    private enum Form: UInt8 {
        /// Not at all: it is 0.
        case none
        /// As a whole number: seven bits a byte, the lowest first, and the sign in the lowest bit of all.
        case whole
        /// As eight bytes, the lowest first.
        case double

        init(_ number: Double) {
            let isWhole = abs(number) < 0x1p53 && number == number.rounded()
            self = number == 0 ? .none : isWhole ? .whole : .double
        }
    }

    /// The bytes.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for entry in entries {
            let numbers = [entry.tally.value, entry.tally.denominator, entry.tally.past]
            Self.append(UInt64(entry.metric), to: &bytes)
            let forms = numbers.map(Form.init)
            bytes.append(forms[0].rawValue | forms[1].rawValue << 2 | forms[2].rawValue << 4)
            for (number, form) in zip(numbers, forms) {
                switch form {
                case .none: break
                case .whole:
                    let whole = Int64(number)
                    Self.append(UInt64(bitPattern: whole << 1 ^ whole >> 63), to: &bytes)
                case .double:
                    for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> (8 * place))) }
                }
            }
        }
        return bytes
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Reads bytes.
    ///
    /// - Returns: nil for bytes that were damaged.
    package init?(bytes: some Collection<UInt8>) {
        self.init()
        var rest = bytes.makeIterator()
        var last = -1
        while let first = rest.next() {
            guard let metric = Self.number(from: first, &rest).flatMap(Int.init(exactly:)), metric > last,
                let forms = rest.next(), forms < 0b100_0000, let value = Self.number(forms & 3, &rest),
                let denominator = Self.number(forms >> 2 & 3, &rest), let past = Self.number(forms >> 4, &rest)
            else { return nil }
            self[metric] = Tally(value, denominator: denominator, past: past)
            last = metric
        }
    }

    private static func number(_ form: UInt8, _ bytes: inout some IteratorProtocol<UInt8>) -> Double? {
        switch Form(rawValue: form) {
        case nil: return nil
        case Form.none?: return 0
        case .whole:
            guard let first = bytes.next(), let number = number(from: first, &bytes) else { return nil }
            return Double(Int64(bitPattern: number >> 1 ^ (0 &- number & 1)))
        case .double:
            var pattern: UInt64 = 0
            for place in 0..<8 {
                guard let byte = bytes.next() else { return nil }
                pattern |= UInt64(byte) << (8 * place)
            }
            let number = Double(bitPattern: pattern)
            return number.isFinite ? number : nil
        }
    }

    /// A number that begins with a byte.
    private static func number(from first: UInt8, _ bytes: inout some IteratorProtocol<UInt8>) -> UInt64? {
        var (number, byte, shift): (UInt64, UInt8, UInt64) = (0, first, 0)
        while true {
            guard shift < 63 || (shift == 63 && byte < 2) else { return nil }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            guard let next = bytes.next() else { return nil }
            (byte, shift) = (next, shift + 7)
        }
    }
}
