/// Cuts the bytes on standard input into lines. A line that is too long is passed over, so that a client cannot make the
/// server keep any amount of it.
package struct MessageLines: Sendable {
    /// A line, or the news that one was too long.
    package enum Line: Sendable, Hashable {
        case whole([UInt8])
        case tooLong
    }

    /// The most bytes of a line.
    package let limit: Int
    private var pending: [UInt8] = []
    private var isSkipping = false

    package init(limit: Int = 4 << 20) {
        self.limit = limit
    }

    /// Adds bytes, and returns the lines that they complete. Empty lines are left out.
    package mutating func take(_ bytes: some Sequence<UInt8>) -> [Line] {
        var lines: [Line] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                if !isSkipping, !pending.isEmpty { lines.append(.whole(pending)) }
                pending.removeAll(keepingCapacity: pending.capacity <= 1 << 16)
                isSkipping = false
            } else if !isSkipping, byte != UInt8(ascii: "\r") || !pending.isEmpty {
                pending.append(byte)
                if pending.count > limit {
                    lines.append(.tooLong)
                    pending = []
                    isSkipping = true
                }
            }
        }
        return lines
    }

    /// Returns the last line, if the input ended without a line end.
    package mutating func finish() -> [Line] {
        defer { pending = [] }
        return isSkipping || pending.isEmpty ? [] : [.whole(pending)]
    }
}
