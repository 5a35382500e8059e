import ExperimentsSupport
import Foundation

/// The origin of a web page, as browsers write it in the header `Origin`: `https://shop.example`,
/// `http://localhost:5173`, or `null` for a page without one, such as a file.
public struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
    /// The origin in lower case, without the default port of the scheme.
    public let description: String
    /// The page's host; nil for `null`.
    let host: URLHost?
    /// The host with its port, in the format of `Host`.
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
        guard !scheme.isEmpty, scheme.utf8.allSatisfy(Self.isPartOfScheme),
            let host = URLHost(authority: authority)
        else { return nil }
        if let port = Self.ownPorts[scheme], authority.hasSuffix(port) {
            authority = authority.dropLast(port.count)
        }
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

/// The host in a URL, an origin or a `Host` header, without the port.
struct URLHost: Hashable {
    /// The name in lower case, without a dot at the end; an IPv6 address without brackets.
    let name: String
    /// The kind of name.
    let kind: Kind

    enum Kind: Hashable {
        /// A name for the client's own machine, regardless of name servers.
        case loopback
        /// An address, which needs no name server.
        case address
        /// A name that a name server may resolve to any address.
        case name
    }

    /// Reads the host in `HOST`, `HOST:PORT` or `[IPV6]:PORT`; nil for any other text.
    init?(authority text: Substring) {
        var name: String
        let port: Substring
        if text.hasScalarPrefix("[") {
            let parts = text.dropFirst().split(scalar: "]", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, Self.bytes(ofVersion6: String(parts[0])) != nil else { return nil }
            name = String(parts[0])
            port = parts[1]
        } else {
            let parts = text.split(scalar: ":", maxSplits: 1, omittingEmptySubsequences: false)
            name = String(parts[0])
            if name.hasScalarSuffix(".") { name.removeLast() }
            guard !name.isEmpty, name.utf8.allSatisfy(Self.isPartOfName) else { return nil }
            port = text[parts[0].endIndex...]
        }
        guard port.isEmpty || (port.hasScalarPrefix(":") && port.dropFirst().utf8.allSatisfy(\.isASCIIDigit))
        else {
            return nil
        }
        self.name = name.lowercased()
        kind = Self.kind(of: self.name)
    }

    private static func kind(of name: String) -> Kind {
        if name == "127.0.0.1" || name == "localhost" { return .loopback }
        if let bytes = bytes(ofVersion6: name) {
            let isLoopback = bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
            return isLoopback ? .loopback : .address
        }
        guard let first = firstByte(ofVersion4: name) else { return .name }
        return first == 127 ? .loopback : .address
    }

    private static func bytes(ofVersion6 text: String) -> [UInt8]? {
        guard text.utf8.contains(UInt8(ascii: ":")) else { return nil }
        return bytes(of: text, AF_INET6, count: 16)
    }

    private static func firstByte(ofVersion4 text: String) -> UInt8? {
        guard text.utf8.first?.isASCIIDigit == true else { return nil }
        return bytes(of: text, AF_INET, count: 4)?.first
    }

    private static func bytes(of text: String, _ family: Int32, count: Int) -> [UInt8]? {
        var address = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &address) == 1 ? address : nil
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "-._".utf8.contains(byte)
    }
}
