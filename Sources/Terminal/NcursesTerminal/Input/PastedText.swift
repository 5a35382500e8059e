#if os(macOS) || !canImport(Darwin)
/// Text between the marks that a terminal puts around what is pasted.
struct PastedText {
    /// More than any field takes; a terminal that never ends a paste must not use up the memory.
    static let limit = 16 << 20

    private var bytes: [UInt8] = []
    private var matched = 0
    private var endedInReturn = false

    /// What came so far, with `\n` for every kind of line end.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Takes bytes of UTF-8.
    ///
    /// - Returns: what follows the end of the paste; nil if the end is not among them.
    mutating func take<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) -> Bytes?
    where Bytes.SubSequence == Bytes {
        var rest = bytes
        while let byte = rest.first {
            if matched == 0, !endedInReturn, byte != Self.escape, byte != Self.carriageReturn {
                let end = rest.firstIndex { $0 == Self.escape || $0 == Self.carriageReturn } ?? rest.endIndex
                self.bytes.append(contentsOf: rest[..<end].prefix(max(0, Self.limit - self.bytes.count)))
                rest = rest[end...]
            } else {
                rest = rest.dropFirst()
                if append(byte) { return rest }
            }
        }
        return nil
    }

    /// Takes the next scalar; true if it ends the paste.
    mutating func append(scalar value: UInt32) -> Bool {
        guard let scalar = UnicodeScalar(value) else { return false }
        return UTF8.encode(scalar)?.contains { append($0) } ?? false
    }

    private mutating func append(_ byte: UInt8) -> Bool {
        if byte == Self.end[matched] {
            matched += 1
            return matched == Self.end.count
        }
        // What looked like the end was text. It can only begin anew at an escape.
        for held in Self.end[..<matched] { keep(held) }
        matched = 0
        if byte == Self.escape { matched = 1 } else { keep(byte) }
        return false
    }

    private mutating func keep(_ byte: UInt8) {
        // Terminals send a carriage return for each line feed, or both.
        let isSecondHalf = endedInReturn && byte == 0x0a
        endedInReturn = byte == Self.carriageReturn
        guard !isSecondHalf, bytes.count < Self.limit else { return }
        bytes.append(endedInReturn ? 0x0a : byte)
    }

    private static let escape: UInt8 = 0x1b
    private static let carriageReturn: UInt8 = 0x0d
    private static let end: [UInt8] = [0x1b, 0x5b, 0x32, 0x30, 0x31, 0x7e]
}
#endif
