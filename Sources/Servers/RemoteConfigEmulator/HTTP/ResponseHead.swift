import ExperimentsTransport
import Foundation

/// The head of an HTTP/1.1 response, as bytes.
enum ResponseHead {
    /// How the length of the body is told.
    enum Length {
        case bytes(Int)
        case chunks
        /// By the end of the connection.
        case untold
    }

    /// The status line, the header fields and the empty line.
    static func bytes(_ response: EmulatorResponse, _ length: Length, keepsAlive: Bool) -> [UInt8] {
        var text = "HTTP/1.1 \(response.status) \(phrase(of: response.status))\r\n"
        for (name, value) in response.headers.fields {
            text += name + ": " + onOneLine(value) + "\r\n"
        }
        switch length {
        case .bytes where response.status == 204 || response.status == 304: break
        case .bytes(let count): text += "content-length: \(count)\r\n"
        case .chunks: text += "transfer-encoding: chunked\r\n"
        case .untold: break
        }
        text += keepsAlive ? "connection: keep-alive\r\n\r\n" : "connection: close\r\n\r\n"
        return Array(text.utf8)
    }

    /// A piece of a body as a chunk.
    static func chunk(_ bytes: some Collection<UInt8>) -> [UInt8] {
        Array((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + [0x0D, 0x0A]
    }

    /// The end of a body of chunks.
    static let lastChunk = Array("0\r\n\r\n".utf8)

    /// A value with a line end would be another header.
    private static func onOneLine(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 == 0x0D || $0 == 0x0A }) else { return value }
        return value.filter { !$0.isNewline }
    }

    private static func phrase(of status: Int) -> String {
        switch status {
        case 200: "OK"
        case 204: "No Content"
        case 304: "Not Modified"
        case 421: "Misdirected Request"
        case 429: "Too Many Requests"
        case 400...499: "Refused"
        case 500...599: "Failed"
        default: "Answer"
        }
    }
}
