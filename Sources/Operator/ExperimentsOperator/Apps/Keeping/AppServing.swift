/// A server for apps that a dashboard can start and stop.
package protocol AppServing: Sendable {
    /// The address by which other devices on the local network reach this machine; nil if it is not on a network.
    var networkAddress: String? { get }

    /// Starts serving apps. Calls `tell` with news about apps, on any thread, until serving stops.
    ///
    /// - Returns: the address of the server.
    /// - Throws: an error if the port is in use, or the server cannot start for another reason.
    func start(_ reach: ServingReach, _ tell: @escaping @Sendable (KnownApps) -> Void) async throws
        -> ServedAddress

    /// Stops serving.
    func stop() async

    /// Makes a new link for an app, valid until it is revoked.
    ///
    /// - Parameter server: the host and port of another program's server; nil for the server of this program.
    func link(for app: String, server: String?) async throws -> AppLink

    /// Revokes all links of an app.
    ///
    /// - Returns: the number of revoked links.
    func unlink(_ app: String) async throws -> Int
}

/// The devices that can reach a server of apps.
public enum ServingReach: Sendable, Hashable {
    /// The devices that the project file admits, by default only this machine.
    case project
    /// All devices on the local network. Every request needs a token.
    case network
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
    /// The server could not be started, for this reason.
    case failed(String)

    /// The address of the server; nil while it does not listen.
    package var address: ServedAddress? {
        if case .serving(let address) = self { address } else { nil }
    }

}

/// The address of a server.
public struct ServedAddress: Sendable, Hashable {
    /// Host and port: `127.0.0.1:4180`.
    package let text: String
    /// Whether apps on other devices can reach it.
    package let isOpen: Bool

    package init(_ text: String, isOpen: Bool = false) {
        self.text = text
        self.isOpen = isOpen
    }
}

/// A link that opens an app. It contains a token, so it is shown but never stored.
public struct AppLink: Sendable, Hashable {
    /// The app that it is valid for.
    package let app: String
    /// `shop-debug://experiments?server=…&token=…`.
    package let url: String
    /// Whether only apps on this machine reach the server, and so no phone.
    package let isLocal: Bool

    package init(app: String, url: String, isLocal: Bool = false) {
        self.app = app
        self.url = url
        self.isLocal = isLocal
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
