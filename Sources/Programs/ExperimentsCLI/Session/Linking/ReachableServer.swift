import ExperimentsProject
import ExperimentsSupport
import Foundation

/// The address of a server as an app on another device reaches it.
enum ReachableServer {
    /// The address that a project's server listens on, as its project file says.
    static func address(of serving: ProjectServing?) -> String {
        let host = serving?.host.map { $0.contains(scalar: ":") ? "[\($0)]" : $0 } ?? "127.0.0.1"
        let address = "http://\(host):\(serving?.port ?? ServingDefaults.port)"
        return URL(string: address).map { reachable($0).absoluteString } ?? address
    }

    /// The same server by an address that others can reach it by: one that listens on all addresses of this machine has
    /// none of its own that a phone could ask for.
    ///
    /// - Parameter own: an address of this machine in its network; nil if it is in none.
    static func reachable(_ server: URL, at own: String? = ownAddress) -> URL {
        guard var parts = URLComponents(url: server, resolvingAgainstBaseURL: false), let own,
            ["0.0.0.0", "::", "[::]"].contains(parts.host ?? "")
        else { return server }
        parts.host = own
        return parts.url ?? server
    }

    /// The first address of IPv4 that this machine has in a network; nil if it is in none.
    static var ownAddress: String? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0, let first = list else { return nil }
        defer { freeifaddrs(list) }
        for entry in sequence(first: first, next: \.pointee.ifa_next) {
            let flags = Int32(bitPattern: UInt32(entry.pointee.ifa_flags))
            guard flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0, let address = entry.pointee.ifa_addr,
                Int32(address.pointee.sa_family) == AF_INET
            else { continue }
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let length = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard getnameinfo(address, length, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0 else {
                continue
            }
            let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            // An address that an interface assigned itself, without a network, is not reachable.
            if !text.hasPrefix("169.254.") { return text }
        }
        return nil
    }
}
