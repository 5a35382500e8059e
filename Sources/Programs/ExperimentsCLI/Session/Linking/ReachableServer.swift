import ExperimentsProject
import ExperimentsServer
import ExperimentsSupport
import Foundation

/// The address of a server as an app on another device reaches it.
enum ReachableServer {
    /// The address that a project's server listens on, as its project file says.
    static func address(of serving: ProjectServing?) -> String {
        let host = serving?.host.map { $0.contains(scalar: ":") ? "[\($0)]" : $0 } ?? "127.0.0.1"
        let scheme = serving?.certificate == nil ? "http" : "https"
        let address = "\(scheme)://\(host):\(serving?.port ?? ServingDefaults.port)"
        return URL(string: address).map { reachable($0).absoluteString } ?? address
    }

    /// The address of a server as URLs write it, given as it is shown: `127.0.0.1:4180`, or with `https://`.
    static func text(of shown: String) -> String { shown.hasScalarPrefix("https://") ? shown : "http://\(shown)" }

    /// Returns the address at which others reach a server. One that listens on all addresses of this machine has no
    /// address that a phone could use.
    ///
    /// - Parameter own: an address of this machine in its network; nil if it is in none.
    static func reachable(_ server: URL, at own: String? = ownAddress) -> URL {
        guard var parts = URLComponents(url: server, resolvingAgainstBaseURL: false), let own,
            ["0.0.0.0", "::", "[::]"].contains(parts.host ?? "")
        else { return server }
        parts.host = own
        return parts.url ?? server
    }

    /// Whether only programs on this machine reach a server.
    static func isLocal(_ server: URL) -> Bool {
        let host = server.host ?? ""
        return host == "localhost" || host == "::1" || host == "[::1]" || host.hasPrefix("127.")
    }

    /// The address of this machine in its network; nil if it is in none.
    static var ownAddress: String? { InterfaceAddress.reachable(among: InterfaceAddress.system) }
}
