import FlyingSocks
import Foundation

/// Why the emulator cannot listen.
public struct EmulatorServerProblem: Error, Sendable, CustomStringConvertible {
    /// The port that was wanted; 0 for any.
    public let port: UInt16
    /// What is wrong and what to do.
    public let message: String

    init(port: UInt16, _ error: any Error) {
        self.port = port
        if case SocketError.failed(_, let code, let reason) = error {
            switch code {
            case EADDRINUSE: message = "another program uses it; choose another port, or 0 for any free one"
            case EACCES: message = "it needs a privilege; choose one above 1023, or 0 for any free one"
            default: message = reason
            }
        } else {
            message = "\(error)"
        }
    }

    /// `cannot listen on port 9099: another program uses it; …`.
    public var description: String { "cannot listen on port \(port): \(message)" }
}
