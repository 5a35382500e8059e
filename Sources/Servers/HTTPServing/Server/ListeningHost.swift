import NIOCore

/// An address of this machine to listen on.
public struct ListeningHost: Sendable, Hashable {
    /// The address as it was written.
    public let text: String
    private let isVersion6: Bool

    /// `127.0.0.1`, which only this machine can reach.
    public static let loopback = ListeningHost(text: "127.0.0.1", isVersion6: false)

    private init(text: String, isVersion6: Bool) {
        (self.text, self.isVersion6) = (text, isVersion6)
    }

    /// An address of IPv4 or IPv6, such as `0.0.0.0` or `::` for all of this machine's, or `localhost`; nil for any
    /// other text.
    public init?(_ text: String) {
        let text = text == "localhost" ? "127.0.0.1" : text
        self.text = text
        isVersion6 = text.contains(":")
        guard (try? SocketAddress(ipAddress: text, port: 0)) != nil else { return nil }
    }

    /// Whether only this machine can reach it.
    public var isLoopback: Bool { text == "::1" || text.hasPrefix("127.") }

    /// The address as URLs write it.
    var authority: String { isVersion6 ? "[\(text)]" : text }
}
