import ExperimentsSupport
import Foundation
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

    /// Reads an address of IPv4 or IPv6, such as `0.0.0.0` or `::` for all addresses of this machine, or `localhost`.
    /// Nil for any other text.
    public init?(_ text: String) {
        let text = text == "localhost" ? "127.0.0.1" : text
        self.text = text
        isVersion6 = text.contains(scalar: ":")
        guard (try? SocketAddress(ipAddress: text, port: 0)) != nil else { return nil }
    }

    /// Whether only this machine can reach it.
    public var isLoopback: Bool { text == "::1" || text.hasPrefix("127.") }

    /// The address as URLs write it.
    var authority: String { isVersion6 ? "[\(text)]" : text }
}

/// The reason why a server cannot listen.
public struct ListeningProblem: Error, Sendable, CustomStringConvertible, OperatorError {
    /// The address on which the server was to listen.
    public let host: ListeningHost
    /// The requested port; 0 for any.
    public let port: UInt16
    /// What is wrong and what to do.
    public let message: String

    package init(host: ListeningHost, port: UInt16, message: String) {
        (self.host, self.port, self.message) = (host, port, message)
    }

    init(host: ListeningHost, port: UInt16, _ error: any Error) {
        (self.host, self.port) = (host, port)
        if let error = error as? IOError {
            switch error.errnoCode {
            case EADDRINUSE: message = "another program uses it; choose another port, or 0 for any free one"
            case EADDRNOTAVAIL: message = "this machine does not have that address"
            case EACCES: message = "it needs a privilege; choose one above 1023, or 0 for any free one"
            default: message = String(cString: strerror(error.errnoCode))
            }
        } else {
            message = "\(error)"
        }
    }

    package var sentence: String { description }

    /// `cannot listen on port 9099: another program uses it; …`.
    public var description: String {
        "cannot listen on \(host.isLoopback ? "" : "\(host.text), ")port \(port): \(message)"
    }
}
