import Foundation

/// A connection to a server on this machine that costs the load generator as little as possible: calls that wait, and
/// answers of which no more is looked at than has to be.
final class LoopbackConnection {
    let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 65_536)

    init(port: UInt16) throws {
        #if os(Linux)
        let type = Int32(SOCK_STREAM.rawValue)
        #else
        let type = SOCK_STREAM
        #endif
        descriptor = socket(AF_INET, type, 0)
        guard descriptor >= 0 else {
            throw BenchmarkProblem("no socket: \(String(cString: strerror(errno)))")
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            throw BenchmarkProblem("no connection: \(String(cString: strerror(errno)))")
        }
    }

    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                write(descriptor, $0.baseAddress.map { $0 + sent }, bytes.count - sent)
            }
            guard count > 0 else { throw BenchmarkProblem("the server closed a connection") }
            sent += count
        }
    }

    /// What has arrived, once something has.
    func receive() throws -> ArraySlice<UInt8> {
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { throw BenchmarkProblem("the server closed a connection") }
        return buffer[..<count]
    }

    /// Sends a request and takes its whole answer, which has to end so.
    func exchange(_ request: [UInt8], end: [UInt8]) throws -> [UInt8] {
        try send(request)
        var answer: [UInt8] = []
        repeat { answer += try receive() } while !answer.suffix(end.count).elementsEqual(end)
        return answer
    }

    /// A request as bytes.
    static func request(_ method: String, _ path: String, headers: String = "", body: String) -> [UInt8] {
        Array(
            ("\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n\(headers)"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)").utf8)
    }

    deinit {
        close(descriptor)
    }
}
