import Foundation

/// Ports that nothing listens on now.
enum FreePorts {
    static func find(_ count: Int) throws -> [UInt16] {
        // All are held until the last is known, so that none is found twice.
        let sockets = try (0..<count).map { _ in try Held() }
        return sockets.map(\.port)
    }

    private final class Held {
        private let descriptor: Int32
        let port: UInt16

        init() throws {
            #if os(Linux)
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            #else
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
            #endif
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
            let socket = descriptor
            let isBound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
                }
            }
            port = UInt16(bigEndian: address.sin_port)
            guard isBound else { throw BenchmarkProblem("no free port") }
        }

        deinit { close(descriptor) }
    }
}
