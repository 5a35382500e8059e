import ExperimentsSupport

/// A piece of an event stream for the browsers' `EventSource` (WHATWG HTML, section 9.2).
package struct ServerSentEvent: Sendable, Hashable {
    /// The ID that a client sends as `Last-Event-ID` when it reconnects; nil to leave it unchanged.
    package var id: String?
    /// The name of the event; nil for `message`, the only one that some clients handle.
    package var name: String?
    /// The data; nil for none.
    package var data: JSONValue?
    /// The time after which a client whose stream ended should reconnect; nil to leave it unchanged.
    package var retry: Duration?

    package init(id: String? = nil, name: String? = nil, data: JSONValue? = nil, retry: Duration? = nil) {
        self.id = id
        self.name = name
        self.data = data
        self.retry = retry
    }

    /// The bytes, with the empty line at the end that completes the event.
    package var bytes: [UInt8] {
        var text = ""
        if let retry { text += "retry: \(retry.components.seconds * 1000)\n" }
        if let id { text += "id: \(Self.onOneLine(id))\n" }
        if let name { text += "event: \(Self.onOneLine(name))\n" }
        var bytes = Array(text.utf8)
        if let data {
            for line in ServerSentEvent.lines(of: data.compactBytes) {
                bytes += Array("data: ".utf8) + line + [10]
            }
        }
        return bytes + [10]
    }

    /// A comment, which clients ignore. It keeps the stream open.
    package static let heartbeat = Array(": still here\n\n".utf8)

    private static func onOneLine(_ text: String) -> String { text.filter { !$0.isNewline && $0 != "\0" } }
}

/// Compact JSON, cut into lines between its parts, where white space has no meaning.
///
/// Some clients read event streams line by line, into a buffer that may be too small for a large document.
extension ServerSentEvent {
    /// The maximum length of a line, unless a single text is longer. The smallest known buffer has 128 KB.
    package static let usualLineLength = 32 << 10

    /// Returns the lines of a compact JSON document without line ends.
    package static func lines(of document: [UInt8], length: Int = usualLineLength) -> [ArraySlice<UInt8>] {
        guard document.count > length else { return [document[...]] }
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        // Cut after the last comma that is not part of a text.
        var cut = 0
        var isInText = false
        var isEscaped = false
        for (index, byte) in document.enumerated() {
            if isInText {
                isInText = byte != UInt8(ascii: "\"") || isEscaped
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            } else if byte == UInt8(ascii: "\"") {
                isInText = true
            } else if byte == UInt8(ascii: ",") {
                if index + 1 - start > length, cut > start {
                    lines.append(document[start..<cut])
                    start = cut
                }
                cut = index + 1
            }
        }
        if document.count - start > length, cut > start {
            lines.append(document[start..<cut])
            start = cut
        }
        return lines + [document[start...]]
    }
}
