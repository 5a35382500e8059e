import ExperimentsCore
import ExperimentsLocks
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A server of one connection at a time. The test decides what bytes it sends and when, and where it breaks off.
final class LoopbackServer: Sendable {
    struct Failure: Error {
        let call: String
        let code: Int32
    }

    let url: URL
    private let listener: Int32
    private let connection = Mutex<Int32?>(nil)

    init() throws {
        listener = socket(AF_INET, Self.streamType, 0)
        guard listener >= 0 else { throw Failure(call: "socket", code: errno) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 4) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard status, let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/stream")
        else {
            throw Failure(call: "listen", code: errno)
        }
        self.url = url
    }

    deinit {
        connection.withLock { connection in
            if let connection { close(connection) }
        }
        close(listener)
    }

    #if os(Linux)
    /// Refuses new connections from now on.
    func stopListening() { shutdown(listener, Int32(SHUT_RD)) }
    #endif

    /// Waits for a client, and reads its request as far as it has come.
    func accept() async throws -> String {
        let listener = listener
        let (descriptor, request) = try await OwnThread.run {
            #if canImport(Glibc)
            let descriptor = Glibc.accept(listener, nil, nil)
            #else
            let descriptor = Darwin.accept(listener, nil, nil)
            #endif
            guard descriptor >= 0 else { throw Failure(call: "accept", code: errno) }
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = read(descriptor, &buffer, buffer.count)
            return (descriptor, String(decoding: buffer.prefix(max(0, count)), as: UTF8.self))
        }
        connection.withLock { $0 = descriptor }
        return request
    }

    /// Sends the head of an answer whose body will be sent by `sendChunk`.
    func sendHead(_ status: String = "200 OK", _ headers: String = "") {
        send(
            "HTTP/1.1 \(status)\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\(headers)\r\n"
        )
    }

    func sendChunk(_ text: String) {
        send("\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n")
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        connection.withLock { connection in
            guard let connection else { return }
            _ = Foundation.send(connection, bytes, bytes.count, Self.noSignal)
        }
    }

    /// Sends `block` again and again, and says how many bytes went out until the client hung up, or took nothing more for
    /// a while, or there were `most`.
    func push(_ block: [UInt8], most: Int) async -> Int {
        guard let descriptor = connection.withLock({ $0 }) else { return 0 }
        return await OwnThread.run {
            var total = 0
            while total < most {
                var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&state, 1, 1500) > 0 else { break }
                let count = Foundation.send(descriptor, block, block.count, Self.noSignal | Self.noWaiting)
                guard count > 0 else { break }
                total += count
            }
            return total
        }
    }

    /// Reads what arrives next on the present connection.
    func receive() async -> String {
        guard let descriptor = connection.withLock({ $0 }) else { return "" }
        return await OwnThread.run {
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = read(descriptor, &buffer, buffer.count)
            return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        }
    }

    func hangUp() {
        connection.withLock { connection in
            if let connection { close(connection) }
            connection = nil
        }
    }

    /// Closes the connection so that the client learns of a failure, and not of an end.
    func reset() {
        connection.withLock { connection in
            guard let connection else { return }
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        }
        hangUp()
    }

    /// Waits until the client has closed its side.
    func clientHasGone() async {
        guard let descriptor = connection.withLock({ $0 }) else { return }
        await OwnThread.run {
            var byte: UInt8 = 0
            while read(descriptor, &byte, 1) > 0 {}
        }
    }

    #if canImport(Glibc)
    private static let streamType = Int32(SOCK_STREAM.rawValue)
    private static let noSignal = Int32(MSG_NOSIGNAL)
    private static let noWaiting = Int32(MSG_DONTWAIT)
    #else
    private static let streamType = SOCK_STREAM
    private static let noSignal: Int32 = 0
    private static let noWaiting = Int32(MSG_DONTWAIT)
    #endif
}
