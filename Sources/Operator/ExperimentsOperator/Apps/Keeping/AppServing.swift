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

/// How serving apps goes.
public enum ServingStatus: Sendable, Hashable {
    case off
    case starting
    case serving(ServedAddress)
    case stopping
    /// It could not be started, for this reason.
    case failed(String)

    /// Where it listens; nil while it does not.
    package var address: ServedAddress? {
        if case .serving(let address) = self { address } else { nil }
    }

    /// Whether it is about to be something else.
    package var isChanging: Bool { self == .starting || self == .stopping }
}

/// Where a server listens.
public struct ServedAddress: Sendable, Hashable {
    /// Host and port: `127.0.0.1:4180`.
    package let text: String
    /// Whether apps on other devices can reach it.
    package let isOpen: Bool

    package init(_ text: String, isOpen: Bool = false) {
        (self.text, self.isOpen) = (text, isOpen)
    }
}

/// What an app is opened with to be linked. It holds a token: it is shown, and kept nowhere.
public struct AppLink: Sendable, Hashable {
    /// The app that it is good for.
    package let app: String
    /// `shop-debug://experiments?server=…&token=…`.
    package let url: String
    /// The same as a QR code, line by line in half blocks; empty where none could be drawn.
    package let code: [String]
    /// Why there is no code, where there is none.
    package let problem: String?

    package init(app: String, url: String, code: [String], problem: String? = nil) {
        (self.app, self.url, self.code, self.problem) = (app, url, code, problem)
    }
}

extension AppLink: CustomStringConvertible, CustomReflectable {
    /// Without the token.
    public var description: String { "a link for \(app)" }

    /// Without the token.
    public var customMirror: Mirror { Mirror(self, children: ["app": app]) }
}

/// What came of a wish for a link.
public enum AppLinkAnswer: Sendable, Hashable {
    case made(AppLink)
    /// None could be made, for this reason.
    case refused(String)
}
