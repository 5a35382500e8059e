import ExperimentsSupport
import Foundation
import NIOCore

/// Why a server cannot listen.
public struct ListeningProblem: Error, Sendable, CustomStringConvertible, OperatorError {
    /// The address that was wanted.
    public let host: ListeningHost
    /// The port that was wanted; 0 for any.
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
