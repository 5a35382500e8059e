/// Zeros, packed as small as fixed codes can: some 13 bits for each 258 of them.
enum GzipBomb {
    /// The head of a gzip stream, the head of its only block, and the first zeros, up to the end of a byte.
    static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + packed(
        Array(([0, 1, 0] + zero + repeats(7)).prefix(96)))

    /// More zeros, to be sent after the head any number of times: 64 times 8 repeats of 258 of them.
    static let more: [UInt8] = {
        // The head ends within a repeat, so the rest of that one comes first.
        let begun = 96 - ([0, 1, 0] + zero + repeats(6)).count
        return packed(Array(repeats(8 * 64 + 1).dropFirst(begun).prefix(8 * 64 * 13)))
    }()

    /// Of the code for the byte 0, the highest bit first.
    private static let zero = [0, 0, 1, 1, 0, 0, 0, 0]

    /// Each repeats the last byte 258 times.
    private static func repeats(_ count: Int) -> [Int] {
        (0..<count).flatMap { _ in [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0] }
    }

    private static func packed(_ bits: [Int]) -> [UInt8] {
        stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $0 | UInt8($1.element) << $1.offset }
        }
    }
}
