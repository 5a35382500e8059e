import ExperimentsSupport

/// The origin of a web page, as browsers write it in the header `Origin`: `https://shop.example`,
/// `http://localhost:5173`, or `null` for a page without one, such as a file.
public struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
    /// The origin in lower case, without the default port of the scheme.
    public let description: String
    /// The page's host; nil for `null`.
    let host: URLHost?
    /// The host with its port, as `Host` has it.
    let authority: String

    private static let ownPorts = ["http": ":80", "https": ":443"]

    /// Reads an origin; nil for any other text, including `*`.
    public init?(_ text: String) {
        let text = text.lowercased()
        guard text != "null" else {
            (description, host, authority) = (text, nil, "")
            return
        }
        guard let mark = text.firstRange(of: "://") else { return nil }
        let scheme = String(text[..<mark.lowerBound])
        var authority = text[mark.upperBound...]
        guard !scheme.isEmpty, scheme.utf8.allSatisfy(Self.isPartOfScheme), let host = URLHost(authority: authority)
        else { return nil }
        if let port = Self.ownPorts[scheme], authority.hasSuffix(port) { authority = authority.dropLast(port.count) }
        self.host = host
        self.authority = String(authority)
        description = scheme + "://" + authority
    }

    /// Whether a program on the machine of the browser serves the page.
    var isLoopback: Bool {
        host?.kind == .loopback && (description.hasPrefix("http://") || description.hasPrefix("https://"))
    }

    private static func isPartOfScheme(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "+-.".utf8.contains(byte)
    }
}
