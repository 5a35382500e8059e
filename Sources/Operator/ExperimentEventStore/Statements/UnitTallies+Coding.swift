import ExperimentEvents
import ExperimentStatistics

/// The format of a unit's tallies in a database: for each metric its number, a byte for the form of its three numbers,
/// and the numbers.
///
/// Almost all numbers are whole and small: three metrics of a purchase take ten bytes.
extension UnitTallies {
    /// The form of a number. It takes two bits: the lowest for the value, the highest for the past.
    private enum Form: UInt8 {
        /// The number is 0 and takes no bytes.
        case none
        /// A whole number: seven bits a byte, the lowest first, and the sign in the lowest bit.
        case whole
        /// Eight bytes, the lowest first.
        case double
        /// A sum of several numbers of eight bytes, after a byte with their count.
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
    /// - Returns: nil for damaged bytes.
    package init?(bytes: some Collection<UInt8>) {
        self.init()
        var rest = bytes.makeIterator()
        var last = -1
        while let first = rest.next() {
            guard let metric = PackedInteger.number(from: first, &rest).flatMap(Int.init(exactly:)),
                metric > last,
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
            guard let first = bytes.next(), let number = PackedInteger.number(from: first, &bytes) else {
                return nil
            }
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

    /// Appends a byte with the number of numbers, at most 255, and the numbers.
    mutating func append(doubles numbers: [Double]) {
        append(UInt8(clamping: numbers.count))
        for number in numbers.prefix(255) { append(double: number) }
    }
}

extension Double {
    /// Reads a number from eight bytes; nil if there are too few, or the number is not finite.
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
    /// Reads as many numbers as the first byte tells; nil for damaged bytes.
    init?(_ bytes: inout some IteratorProtocol<UInt8>) {
        guard let count = bytes.next() else { return nil }
        self = []
        for _ in 0..<count {
            guard let number = Double(&bytes) else { return nil }
            append(number)
        }
    }
}

/// The exposures of a unit to an experiment, in few bytes. A database stores them next to the group and the time of the
/// first exposure that counts.
///
/// Most units have one exposure: no bytes, or only the number of its import. If there are several, each has three
/// numbers: the time after the first one that counts, the group, and the import.
extension [KeptExposure] {
    func bytes(beside firstAt: Int64) -> [UInt8] {
        var bytes: [UInt8] = []
        if count == 1 {
            if self[0].source != 0 { PackedInteger.append(UInt64(self[0].source), to: &bytes) }
            return bytes
        }
        for exposure in self {
            PackedInteger.append(signed: exposure.at &- firstAt, to: &bytes)
            PackedInteger.append(UInt64(exposure.group), to: &bytes)
            PackedInteger.append(UInt64(exposure.source), to: &bytes)
        }
        return bytes
    }

    /// Reads bytes.
    ///
    /// - Returns: nil for damaged bytes.
    init?(bytes: some Collection<UInt8>, group: Int, firstAt: Int64) {
        var numbers: [UInt64] = []
        var rest = bytes.makeIterator()
        while let first = rest.next() {
            guard let number = PackedInteger.number(from: first, &rest) else { return nil }
            numbers.append(number)
        }
        if numbers.count < 2 {
            guard let source = Int(exactly: numbers.first ?? 0) else { return nil }
            self = [KeptExposure(at: firstAt, group: group, source: source)]
            return
        }
        guard numbers.count.isMultiple(of: 3) else { return nil }
        self = []
        for place in stride(from: 0, to: numbers.count, by: 3) {
            guard let group = Int(exactly: numbers[place + 1]), let source = Int(exactly: numbers[place + 2])
            else {
                return nil
            }
            append(
                KeptExposure(
                    at: firstAt &+ PackedInteger.signed(numbers[place]), group: group, source: source))
        }
    }
}

/// The places of a unit in the phases after its first one, in few bytes: for each the time after the first place, the
/// group, whether it is mixed, and the tallies after the number of their bytes.
extension [Stay] {
    func bytes(after firstAt: Int64) -> [UInt8] {
        var bytes: [UInt8] = []
        for stay in self {
            PackedInteger.append(signed: stay.firstAt &- firstAt, to: &bytes)
            PackedInteger.append(UInt64(stay.group) << 1 | (stay.isMixed ? 1 : 0), to: &bytes)
            let tallies = stay.tallies.bytes
            PackedInteger.append(UInt64(tallies.count), to: &bytes)
            bytes += tallies
        }
        return bytes
    }

    /// Reads bytes.
    ///
    /// - Returns: nil for damaged bytes.
    init?(bytes: some Collection<UInt8>, after firstAt: Int64) {
        self = []
        var rest = bytes.makeIterator()
        while let first = rest.next() {
            guard let after = PackedInteger.number(from: first, &rest), let second = rest.next(),
                let place = PackedInteger.number(from: second, &rest), let group = Int(exactly: place >> 1),
                let third = rest.next(), let count = PackedInteger.number(from: third, &rest),
                count <= UInt64(bytes.count)
            else { return nil }
            var own: [UInt8] = []
            for _ in 0..<count {
                guard let byte = rest.next() else { return nil }
                own.append(byte)
            }
            guard let tallies = UnitTallies(bytes: own) else { return nil }
            append(
                Stay(
                    group: group, firstAt: firstAt &+ PackedInteger.signed(after), isMixed: place & 1 == 1,
                    tallies: tallies))
        }
    }
}

/// Whole numbers in as few bytes as they need: seven bits a byte, the lowest first.
enum PackedInteger {
    static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Appends a number whose sign is in the lowest bit.
    static func append(signed number: Int64, to bytes: inout [UInt8]) {
        append(UInt64(bitPattern: number << 1 ^ number >> 63), to: &bytes)
    }

    /// Reads the number whose first byte is given.
    ///
    /// - Returns: nil for invalid bytes.
    static func number(from first: UInt8, _ bytes: inout some IteratorProtocol<UInt8>) -> UInt64? {
        var (number, byte, shift): (UInt64, UInt8, UInt64) = (0, first, 0)
        while true {
            guard shift < 63 || (shift == 63 && byte < 2) else { return nil }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            guard let next = bytes.next() else { return nil }
            (byte, shift) = (next, shift + 7)
        }
    }

    /// Returns the signed number that was appended as this one.
    static func signed(_ number: UInt64) -> Int64 { Int64(bitPattern: number >> 1 ^ (0 &- number & 1)) }
}
