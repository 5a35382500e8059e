import ExperimentsCore

/// Responses that cannot be JSON, whatever is wrong with them in detail. What a file needs in such a case, such as being
/// saved as UTF-8, is no advice about a server.
extension TransportResponse {
    /// The reason why the body is not JSON, to follow `invalid response from example.com: `; nil if it may be JSON.
    package var unreadableReason: String? {
        let type = headers["content-type"]?.split(scalar: ";").first.map { String($0) } ?? ""
        let start = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        if start == UInt8(ascii: "<") {
            let shown = type.isEmpty ? "" : " (\(ServerText.presentable(type)))"
            return
                "it is a web page\(shown), not JSON; check the address, and whether a login page or a proxy answered"
        }
        let hasUTF16Mark = body.starts(with: [0xFE, 0xFF]) || body.starts(with: [0xFF, 0xFE])
        if hasUTF16Mark || body.prefix(2).contains(0) { return "it is not JSON: it is not in UTF-8" }
        guard String(validUTF8: body) == nil else { return nil }
        return "it is not JSON: it is not in UTF-8"
    }
}
