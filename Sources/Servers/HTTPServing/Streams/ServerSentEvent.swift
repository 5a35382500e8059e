import ExperimentsSupport

/// A piece of an event stream, as browsers' `EventSource` reads it (WHATWG HTML, section 9.2).
package struct ServerSentEvent: Sendable, Hashable {
    /// The ID that a client sends as `Last-Event-ID` when it reconnects; nil to leave it as it was.
    package var id: String?
    /// The name of the event; nil for `message`, the only one that some clients handle.
    package var name: String?
    /// The data; nil for none.
    package var data: JSONValue?
    /// The time after which a client whose stream ended should reconnect; nil to leave it as it was.
    package var retry: Duration?

    package init(id: String? = nil, name: String? = nil, data: JSONValue? = nil, retry: Duration? = nil) {
        (self.id, self.name, self.data, self.retry) = (id, name, data, retry)
    }

    /// The bytes, with the empty line at the end that completes the event.
    package var bytes: [UInt8] {
        var text = ""
        if let retry { text += "retry: \(retry.components.seconds * 1000)\n" }
        if let id { text += "id: \(Self.onOneLine(id))\n" }
        if let name { text += "event: \(Self.onOneLine(name))\n" }
        var bytes = Array(text.utf8)
        if let data {
            for line in JSONLines.lines(of: data.compactBytes) { bytes += Array("data: ".utf8) + line + [10] }
        }
        return bytes + [10]
    }

    /// A comment, which clients ignore. It keeps the stream open.
    package static let heartbeat = Array(": still here\n\n".utf8)

    private static func onOneLine(_ text: String) -> String { text.filter { !$0.isNewline && $0 != "\0" } }
}
