/// The parts that are needed to break something: others are left out, many at once and then fewer, while the rest still
/// breaks it.
///
/// - Parameters:
///   - tries: how many times to try at most.
///   - limit: after how long it is tried no more: where something hangs, each try takes as long as hanging is waited for.
///   - breaks: whether these parts, in this order, break it.
func smallest<Part>(
    _ parts: [Part], tries: Int = 40, within limit: Duration = .seconds(60),
    breaks: ([Part]) async throws -> Bool
) async rethrows -> [Part] {
    let deadline = ContinuousClock.now + limit
    var (parts, tries) = (parts, tries)
    var size = max(1, parts.count / 2)
    while true {
        var start = 0
        while start < parts.count, tries > 0, ContinuousClock.now < deadline {
            var fewer = parts
            fewer.removeSubrange(start..<min(start + size, parts.count))
            tries -= 1
            guard try await breaks(fewer) else {
                start += size
                continue
            }
            parts = fewer
        }
        if size == 1 || tries <= 0 || ContinuousClock.now >= deadline { return parts }
        size /= 2
    }
}

/// Bytes in a form that can be pasted between quotes of most languages, and are cut where they are many.
func quoted(_ bytes: some Collection<UInt8>, limit: Int = 600) -> String {
    let text = bytes.prefix(limit).map { byte in
        switch byte {
        case 0x22, 0x5C: "\\" + String(UnicodeScalar(byte))
        case 0x20..<0x7F: String(UnicodeScalar(byte))
        default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
    return "\"\(text.joined())\"" + (bytes.count > limit ? " and \(bytes.count - limit) bytes more" : "")
}
