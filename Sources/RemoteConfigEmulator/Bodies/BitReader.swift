/// Bits of bytes, the lowest first, as DEFLATE counts them.
struct BitReader {
    private let bytes: [UInt8]
    private var held: UInt32 = 0
    private var heldCount = 0
    /// The position of the next byte that was not taken yet.
    private(set) var position: Int

    init(_ bytes: [UInt8], from position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// The next `count` bits, at most 16, as a number; nil at the end.
    mutating func bits(_ count: Int) -> Int? {
        while heldCount < count {
            guard position < bytes.count else { return nil }
            held |= UInt32(bytes[position]) << UInt32(heldCount)
            position += 1
            heldCount += 8
        }
        let value = held & ((1 << UInt32(count)) - 1)
        held >>= UInt32(count)
        heldCount -= count
        return Int(value)
    }

    /// Goes on at the next whole byte.
    mutating func skipToByte() {
        held = 0
        heldCount = 0
    }

    /// The next `count` bytes; nil where there are fewer. Only at the beginning of a byte.
    mutating func slice(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= bytes.count - position else { return nil }
        defer { position += count }
        return bytes[position..<(position + count)]
    }
}
