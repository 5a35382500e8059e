import FlyingSocks

/// What arrives on a connection, request by request. For one task at a time.
final class ConnectionInput {
    /// The most bytes that a request's head may have.
    static let headLimit = 65_536
    /// The most bytes that a line between chunks may have.
    private static let lineLimit = 4096

    private let socket: AsyncSocket
    private var buffer: [UInt8] = []
    private var start = 0

    init(_ socket: AsyncSocket) {
        self.socket = socket
    }

    /// The head of the next request; nil where the client has closed the connection instead.
    func head() async throws -> RequestHead? {
        var searched = 0
        while true {
            if searched == 0 { skipEmptyLines() }
            if let end = endOfHead(from: searched) {
                let bytes = buffer[start..<end.head]
                start = end.body
                return try RequestHead(bytes)
            }
            searched = max(available - 3, 0)
            guard available <= Self.headLimit else {
                throw EmulatorError(
                    status: 431, name: "INVALID_ARGUMENT",
                    message: "The request's head exceeds the limit: \(Self.headLimit) bytes.")
            }
            guard try await readMore() else {
                guard available == 0 else { throw SocketError.disconnected }
                return nil
            }
        }
    }

    /// The whole body that `head` announces.
    ///
    /// - Throws: `EmulatorError` for one that is larger than `limit` or no chunks.
    func body(of head: RequestHead, limit: Int) async throws -> [UInt8] {
        switch head.body {
        case .bytes(let count):
            guard count <= limit else { throw EmulatorError.tooLarge(limit) }
            return Array(try await take(count))
        case .chunks:
            var body: [UInt8] = []
            while let chunk = try await chunk(limit: limit - body.count, of: limit) { body += chunk }
            return body
        }
    }

    private var available: Int { buffer.count - start }

    private func skipEmptyLines() {
        while start < buffer.count, buffer[start] == 0x0D || buffer[start] == 0x0A { start += 1 }
    }

    /// Where the head ends and where the body begins. Lines may end without a carriage return.
    private func endOfHead(from offset: Int) -> (head: Int, body: Int)? {
        var position = start + offset
        while let feed = buffer[position...].firstIndex(of: 0x0A) {
            if feed + 1 < buffer.count, buffer[feed + 1] == 0x0A { return (feed, feed + 2) }
            if feed + 2 < buffer.count, buffer[feed + 1] == 0x0D, buffer[feed + 2] == 0x0A { return (feed, feed + 3) }
            position = feed + 1
        }
        return nil
    }

    /// Reads what has arrived; false at the end.
    private func readMore() async throws -> Bool {
        if start > 0 {
            buffer.removeFirst(start)
            start = 0
        }
        do {
            buffer += try await socket.read(atMost: 4096)
            return true
        } catch SocketError.disconnected {
            return false
        }
    }

    private func take(_ count: Int) async throws -> ArraySlice<UInt8> {
        while available < count {
            guard try await readMore() else { throw SocketError.disconnected }
        }
        defer { start += count }
        return buffer[start..<(start + count)]
    }

    private func line() async throws -> String {
        while true {
            if let feed = buffer[start...].firstIndex(of: 0x0A) {
                defer { start = feed + 1 }
                let line = buffer[start..<feed]
                return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
            }
            guard available <= Self.lineLimit else {
                throw EmulatorError.invalidArgument("A chunk's line is too long.")
            }
            guard try await readMore() else { throw SocketError.disconnected }
        }
    }

    /// The next chunk; nil after the last.
    private func chunk(limit: Int, of whole: Int) async throws -> ArraySlice<UInt8>? {
        let digits = try await line().prefix { $0 != ";" && $0 != " " }
        guard let count = Int(digits, radix: 16), count >= 0 else {
            throw EmulatorError.invalidArgument("A chunk must begin with its size in hexadecimal digits.")
        }
        guard count > 0 else {
            while try await !line().isEmpty {}
            return nil
        }
        guard count <= limit else { throw EmulatorError.tooLarge(whole) }
        let chunk = try await take(count)
        guard try await line().isEmpty else {
            throw EmulatorError.invalidArgument("A chunk must be as long as it says.")
        }
        return chunk
    }
}
