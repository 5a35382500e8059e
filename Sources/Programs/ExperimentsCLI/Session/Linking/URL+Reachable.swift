import ExperimentsProject
import ExperimentsServer
import ExperimentsSupport
import Foundation

// The address at which an app on another device reaches a server.

extension ProjectServing {
    /// Returns the address that a project's server listens on, according to its project file.
    static func reachableAddress(of serving: ProjectServing?) -> String {
        let host = serving?.host.map { $0.contains(scalar: ":") ? "[\($0)]" : $0 } ?? "127.0.0.1"
        let scheme = serving?.certificate == nil ? "http" : "https"
        let address = "\(scheme)://\(host):\(serving?.port ?? ServingDefaults.port)"
        return URL(string: address)?.reachable().absoluteString ?? address
    }
}

extension URL {
    /// Returns the full address of a server, from the shown one: `127.0.0.1:4180`, or with `https://`.
    static func text(ofShownAddress shown: String) -> String {
        shown.hasScalarPrefix("https://") ? shown : "http://\(shown)"
    }

    /// Returns the address at which others reach a server. One that listens on all addresses of this machine has no
    /// address that a phone could use.
    ///
    /// - Parameter own: an address of this machine on its network; nil if it is not on one.
    func reachable(at own: String? = InterfaceAddress.reachable(among: InterfaceAddress.system)) -> URL {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: false), let own,
            ["0.0.0.0", "::", "[::]"].contains(parts.host ?? "")
        else { return self }
        parts.host = own
        return parts.url ?? self
    }

    /// Whether only programs on this machine can reach the server.
    var isLocalServer: Bool {
        let host = host ?? ""
        return host == "localhost" || host == "::1" || host == "[::1]" || host.hasPrefix("127.")
    }
}
