#if os(macOS) || !canImport(Darwin)
/// Pasted text, between the marks that a terminal puts around it.
struct PastedText {
    /// The maximum size in bytes, more than any field takes. A terminal that never ends a paste must not use up the
    /// memory.
    static let limit = 16 << 20

    private var bytes: [UInt8] = []
    private var matched = 0
    private var endedInReturn = false
    /// Whether the rest was late once, so that ctrl-c ends the paste.
    private(set) var hasPaused = false
    /// Whether the last bytes were a single ctrl-c.
    private var wasInterrupted = false

    /// Whether text was returned early because the rest was late, and nothing has arrived since.
    private(set) var isWaiting = false

    /// Returns the text read so far when the rest is late. A line end or an incomplete character at the end is held
    /// back.
    ///
    /// - Returns: text with `\n` for every kind of line end; nil if there is none.
    mutating func pause() -> String? {
        hasPaused = true
        isWaiting = true
        let unfinished = max(LetterRun.unfinished(bytes), bytes.last == 0x0a ? 1 : 0)
        let text = String(decoding: bytes.dropLast(unfinished), as: UTF8.self)
        bytes.removeFirst(bytes.count - unfinished)
        return text.isEmpty ? nil : text
    }

    /// Returns the rest at the end, with `\n` for every kind of line end; nil if everything was returned before.
    mutating func finish() -> String? {
        hasPaused && bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// Recognizes ctrl-c that is pressed, not pasted, because it comes alone. If it is pressed again, it ends the paste.
    ///
    /// - Returns: whether it was pressed for the first time.
    mutating func isAsked(toEndBy bytes: ArraySlice<UInt8>) -> Bool {
        let isInterrupt = bytes.count == 1 && bytes.first == Self.interrupt
        defer { wasInterrupted = isInterrupt }
        guard isInterrupt, !hasPaused else { return false }
        if wasInterrupted { hasPaused = true }
        return !wasInterrupted
    }

    /// Takes bytes of UTF-8.
    ///
    /// - Returns: the bytes after the end of the paste; nil if the end is not among them. After a timeout, ctrl-c also
    ///   ends the paste, and is a key, because the end may never arrive.
    mutating func take<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) -> Bytes?
    where Bytes.SubSequence == Bytes {
        var rest = bytes
        isWaiting = false
        while let byte = rest.first {
            if matched == 0, !endedInReturn, !isSpecial(byte) {
                let end = rest.firstIndex(where: isSpecial) ?? rest.endIndex
                self.bytes.append(contentsOf: rest[..<end].prefix(max(0, Self.limit - self.bytes.count)))
                rest = rest[end...]
            } else if byte == Self.interrupt, hasPaused {
                return rest
            } else {
                rest = rest.dropFirst()
                if append(byte) { return rest }
            }
        }
        return nil
    }

    private func isSpecial(_ byte: UInt8) -> Bool {
        byte == Self.escape || byte == Self.carriageReturn || byte == Self.interrupt && hasPaused
    }

    private mutating func append(_ byte: UInt8) -> Bool {
        if byte == Self.end[matched] {
            matched += 1
            return matched == Self.end.count
        }
        // What looked like the end was text. The end can only begin again at an escape.
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
    private static let interrupt: UInt8 = 0x03
    private static let end: [UInt8] = [0x1b, 0x5b, 0x32, 0x30, 0x31, 0x7e]
}
#endif
