/// Reads what gzip wrote (RFC 1952).
enum Gzip {
    /// Whether `bytes` begin as a gzip file does. Some clients announce one and send plain text, so only this counts.
    static func isGzip(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B
    }

    /// The content of a gzip file of one member.
    ///
    /// - Parameter limit: the most bytes that the content may have.
    static func content(of bytes: [UInt8], limit: Int) throws(Inflation.Problem) -> [UInt8] {
        guard bytes.count >= 18, isGzip(bytes), bytes[2] == 8 else { throw .invalid }
        let flags = bytes[3]
        var position = 10
        if flags & 0x04 != 0 {
            guard position + 2 <= bytes.count else { throw .invalid }
            position += 2 + Int(bytes[position]) + Int(bytes[position + 1]) << 8
        }
        for flag: UInt8 in [0x08, 0x10] where flags & flag != 0 {
            guard position < bytes.count, let end = bytes[position...].firstIndex(of: 0) else { throw .invalid }
            position = end + 1
        }
        if flags & 0x02 != 0 { position += 2 }
        guard position <= bytes.count else { throw .invalid }
        var inflation = Inflation(bytes, from: position, limit: limit)
        try inflation.run()
        let content = inflation.output
        let trailer = bytes[inflation.position...]
        guard trailer.count == 8, number(trailer.prefix(4)) == checksum(of: content),
            number(trailer.suffix(4)) == UInt32(truncatingIfNeeded: content.count)
        else { throw .invalid }
        return content
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// CRC-32.
    private static func checksum(of bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~0) { checksumTable[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
    }

    private static let checksumTable: [UInt32] = (0..<256).map { (index: UInt32) -> UInt32 in
        var value = index
        for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
        return value
    }
}
