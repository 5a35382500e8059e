/// A prefix code of DEFLATE (RFC 1951, 3.2.2), given by the lengths of its codes.
struct PrefixCode {
    private static let longest = 15

    /// How many codes there are of each length.
    private var counts = [Int](repeating: 0, count: longest + 1)
    /// The symbols in the order of their codes.
    private var symbols: [Int]

    /// A code; nil where the lengths are those of none.
    init?(lengths: some Collection<Int>) {
        var total = 0
        for length in lengths where length > 0 {
            counts[length] += 1
            total += 1
        }
        var room = 1
        for length in 1...Self.longest {
            room = room * 2 - counts[length]
            guard room >= 0 else { return nil }
        }
        var offsets = [Int](repeating: 0, count: Self.longest + 2)
        for length in 1...Self.longest { offsets[length + 1] = offsets[length] + counts[length] }
        symbols = [Int](repeating: 0, count: total)
        for (symbol, length) in lengths.enumerated() where length > 0 {
            symbols[offsets[length]] = symbol
            offsets[length] += 1
        }
    }

    /// The next symbol; nil at the end of the bits, and for a code that there is none of.
    func symbol(_ reader: inout BitReader) -> Int? {
        var code = 0
        var first = 0
        var index = 0
        for length in 1...Self.longest {
            guard let bit = reader.bits(1) else { return nil }
            code |= bit
            let count = counts[length]
            if code - first < count { return symbols[index + code - first] }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        return nil
    }
}
