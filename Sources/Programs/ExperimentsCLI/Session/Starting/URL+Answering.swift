import Foundation

extension URL {
    /// Whether a program listens at this address of this machine. Nil for an address on another machine, because
    /// requests are sent there only if the user named it.
    var answersHere: Bool? {
        guard let host, ["127.0.0.1", "localhost"].contains(host), let port = UInt16(exactly: port ?? 80)
        else {
            return nil
        }
        #if os(Linux)
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
