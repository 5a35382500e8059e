import ExperimentEvents
import ExperimentStatistics

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
        /// As several such numbers, of which it is the sum, after a byte that says how many.
        case doubles

        init(_ sum: PreciseSum) {
            let number = sum.value
            let isWhole = abs(number) < 0x1p53 && number == number.rounded()
            self = sum.rest != 0 ? .doubles : number == 0 ? .none : isWhole ? .whole : .double
        }
    }

    /// The bytes.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for entry in entries {
            let sums = [entry.tally.values, entry.tally.denominators, entry.tally.pasts]
            PackedInteger.append(UInt64(entry.metric), to: &bytes)
            let forms = sums.map(Form.init)
            bytes.append(forms[0].rawValue | forms[1].rawValue << 2 | forms[2].rawValue << 4)
            for (sum, form) in zip(sums, forms) {
                switch form {
                case .none: break
                case .whole: PackedInteger.append(signed: Int64(sum.value), to: &bytes)
                case .double: bytes.append(double: sum.value)
                case .doubles: bytes.append(doubles: [sum.value, sum.rest] + sum.tail)
                }
            }
        }
        return bytes
    }

    /// Reads bytes.
    ///
    /// - Returns: nil for bytes that were damaged.
    package init?(bytes: some Collection<UInt8>) {
        self.init()
        var rest = bytes.makeIterator()
        var last = -1
        while let first = rest.next() {
            guard let metric = PackedInteger.number(from: first, &rest).flatMap(Int.init(exactly:)), metric > last,
                let forms = rest.next(), forms < 0b100_0000, let value = Self.sum(forms & 3, &rest),
                let denominator = Self.sum(forms >> 2 & 3, &rest), let past = Self.sum(forms >> 4, &rest)
            else { return nil }
            self[metric] = Tally(value, denominators: denominator, pasts: past)
            last = metric
        }
    }

    private static func sum(_ form: UInt8, _ bytes: inout some IteratorProtocol<UInt8>) -> PreciseSum? {
        switch Form(rawValue: form) {
        case nil: return nil
        case Form.none?: return PreciseSum()
        case .whole:
            guard let first = bytes.next(), let number = PackedInteger.number(from: first, &bytes) else { return nil }
            return PreciseSum(Double(PackedInteger.signed(number)))
        case .double: return Double(&bytes).map { PreciseSum($0) }
        case .doubles:
            guard let parts = [Double](&bytes), parts.count > 1 else { return nil }
            return PreciseSum(parts[0], rest: parts[1], tail: Array(parts[2...]))
        }
    }
}

extension [UInt8] {
    /// Appends a number as eight bytes, the lowest first.
    mutating func append(double number: Double) {
        for place in 0..<8 { append(UInt8(truncatingIfNeeded: number.bitPattern >> (8 * place))) }
    }

    /// Appends a byte that says how many numbers there are, 255 at most, and the numbers.
    mutating func append(doubles numbers: [Double]) {
        append(UInt8(clamping: numbers.count))
        for number in numbers.prefix(255) { append(double: number) }
    }
}

extension Double {
    /// Reads a number from eight bytes; nil for too few, and for a number that is not finite.
    init?(_ bytes: inout some IteratorProtocol<UInt8>) {
        var pattern: UInt64 = 0
        for place in 0..<8 {
            guard let byte = bytes.next() else { return nil }
            pattern |= UInt64(byte) << (8 * place)
        }
        self.init(bitPattern: pattern)
        guard isFinite else { return nil }
    }
}

extension [Double] {
    /// Reads as many numbers as the first byte says; nil for damaged bytes.
    init?(_ bytes: inout some IteratorProtocol<UInt8>) {
        guard let count = bytes.next() else { return nil }
        self = []
        for _ in 0..<count {
            guard let number = Double(&bytes) else { return nil }
            append(number)
        }
    }
}
