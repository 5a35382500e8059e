import ExperimentsSupport
import Foundation

/// An address of this machine on one of its network interfaces.
package struct InterfaceAddress: Sendable, Hashable {
    /// The name of the interface: `en0`.
    package let interface: String
    /// The IPv4 address: `192.168.1.20`.
    package let address: String

    /// How likely it is that a phone in the same Wi-Fi reaches the address; lower is more likely. Nil for an address
    /// that an interface gave itself because it found no network.
    private var rank: Int? {
        let parts = address.split(scalar: ".").compactMap { UInt8($0) }
        guard parts.count == 4, parts[0] != 127, parts[0] != 0 else { return nil }
        switch (parts[0], parts[1]) {
        case (169, 254): return nil
        // Interfaces between programs on this machine, and tunnels to other networks.
        case _ where Self.virtualNames.contains(where: interface.hasPrefix): return 4
        case (192, 168): return 0
        case (10, _): return 1
        case (172, 16...31): return 2
        default: return 3
        }
    }

    private static let virtualNames = [
        "docker", "br-", "veth", "virbr", "vmnet", "vmenet", "vboxnet", "bridge", "cni", "tun", "utun", "tap",
        "wg",
        "tailscale", "zt", "ppp", "ipsec", "awdl", "llw",
    ]

    /// Returns the address by which other devices on the local network most likely reach this machine.
    ///
    /// - Returns: nil if the machine is not on a network.
    package static func reachable(among addresses: [InterfaceAddress]) -> String? {
        let ranked = addresses.compactMap { address in
            address.rank.map { (rank: $0, address: address.address) }
        }
        // If several are equally likely, use the first one in the system's list.
        return ranked.min { $0.rank < $1.rank }?.address
    }

    /// The addresses of the active interfaces in the system's order, without loopback.
    package static var system: [InterfaceAddress] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0, let first = list else { return [] }
        defer { freeifaddrs(list) }
        return sequence(first: first, next: \.pointee.ifa_next).compactMap { entry in
            let flags = Int32(bitPattern: UInt32(entry.pointee.ifa_flags))
            guard flags & Int32(IFF_UP) != 0, flags & Int32(IFF_LOOPBACK) == 0,
                let address = entry.pointee.ifa_addr,
                Int32(address.pointee.sa_family) == AF_INET
            else { return nil }
            var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let length = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard getnameinfo(address, length, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0
            else {
                return nil
            }
            return InterfaceAddress(
                interface: String(cString: entry.pointee.ifa_name),
                address: String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
            )
        }
    }
}
