import ExperimentsProject
import ExperimentsServer
import ExperimentsSupport
import Foundation

// The address of a server as an app on another device reaches it.

extension ProjectServing {
    /// The address that a project's server listens on, as its project file says.
    static func reachableAddress(of serving: ProjectServing?) -> String {
        let host = serving?.host.map { $0.contains(scalar: ":") ? "[\($0)]" : $0 } ?? "127.0.0.1"
        let scheme = serving?.certificate == nil ? "http" : "https"
        let address = "\(scheme)://\(host):\(serving?.port ?? ServingDefaults.port)"
        return URL(string: address)?.reachable().absoluteString ?? address
    }
}

extension URL {
    /// The address of a server, given as it is shown: `127.0.0.1:4180`, or with `https://`.
    static func text(ofShownAddress shown: String) -> String {
        shown.hasScalarPrefix("https://") ? shown : "http://\(shown)"
    }

    /// Returns the address at which others reach a server. One that listens on all addresses of this machine has no
    /// address that a phone could use.
    ///
    /// - Parameter own: an address of this machine in its network; nil if it is in none.
    func reachable(at own: String? = InterfaceAddress.reachable(among: InterfaceAddress.system)) -> URL {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: false), let own,
            ["0.0.0.0", "::", "[::]"].contains(parts.host ?? "")
        else { return self }
        parts.host = own
        return parts.url ?? self
    }

    /// Whether only programs on this machine reach the server.
    var isLocalServer: Bool {
        let host = host ?? ""
        return host == "localhost" || host == "::1" || host == "[::1]" || host.hasPrefix("127.")
    }
}
