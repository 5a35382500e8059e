import Foundation

/// A server for apps that a dashboard can start and stop.
package protocol AppServing: Sendable {
    /// Starts to serve. Reports what it learns of apps to `tell`, on any thread, until it is stopped.
    ///
    /// - Returns: where it listens.
    /// - Throws: where the port cannot be had, or something else is in the way; the error's words say what.
    func start(_ tell: @escaping @Sendable (KnownApps) -> Void) async throws -> ServedAddress

    /// Stops serving.
    func stop() async

    /// Makes a new link for an app, good until it is revoked. Something serves it already.
    func link(for app: String) async throws -> AppLink

    /// Lets an app in no more, whichever link it shows.
    ///
    /// - Returns: how many links were revoked.
    func unlink(_ app: String) async throws -> Int
}

/// The state of serving apps.
public enum ServingStatus: Sendable, Hashable {
    /// Apps are not served.
    case off
    /// The server is starting.
    case starting
    /// Apps are served at this address.
    case serving(ServedAddress)
    /// The server is stopping.
    case stopping
    /// It could not be started, for this reason.
    case failed(String)

    /// The address of the server; nil while it does not listen.
    package var address: ServedAddress? {
        if case .serving(let address) = self { address } else { nil }
    }

    /// Whether it is starting or stopping.
    package var isChanging: Bool { self == .starting || self == .stopping }
}

/// The address of a server.
public struct ServedAddress: Sendable, Hashable {
    /// Host and port: `127.0.0.1:4180`.
    package let text: String
    /// Whether apps on other devices can reach it.
    package let isOpen: Bool

    package init(_ text: String, isOpen: Bool = false) {
        (self.text, self.isOpen) = (text, isOpen)
    }
}

/// A link with which an app is opened. It contains a token, so it is shown but never stored.
public struct AppLink: Sendable, Hashable {
    /// The app for which it is valid.
    package let app: String
    /// `shop-debug://experiments?server=…&token=…`.
    package let url: String
    /// The link as a QR code, line by line in half blocks; empty if none could be drawn.
    package let code: [String]
    /// The reason why there is no code, if there is none.
    package let problem: String?

    /// Whether the server is reached from this machine alone, and so from no phone.
    package let isLocal: Bool

    package init(app: String, url: String, code: [String], problem: String? = nil, isLocal: Bool = false) {
        (self.app, self.url, self.code, self.problem, self.isLocal) = (app, url, code, problem, isLocal)
    }
}

extension AppLink: CustomStringConvertible, CustomReflectable {
    /// The name of the app, without the token.
    public var description: String { "a link for \(app)" }

    /// A mirror without the token, so that reflection does not show it.
    public var customMirror: Mirror { Mirror(self, children: ["app": app]) }
}

/// The answer to a request for a link.
public enum AppLinkAnswer: Sendable, Hashable {
    /// The link was created.
    case made(AppLink)
    /// No link could be created, for this reason.
    case refused(String)
}
