import FlyingSocks

/// What arrives on a connection, request by request. For one task at a time.
final class ConnectionInput {
    /// The most bytes that a request's head may have.
    static let headLimit = 65_536
    /// The most bytes that a line between chunks may have.
    private static let lineLimit = 4096
    /// The most bytes that extensions of chunks and the trailer may have, all of a body together.
    private static let ornamentLimit = 16_384

    private let read: () async throws -> [UInt8]
    private var buffer: [UInt8] = []
    private var start = 0

    /// What `read` gives, piece by piece; at the end it throws `SocketError.disconnected`.
    init(_ read: @escaping () async throws -> [UInt8]) {
        self.read = read
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
            var ornaments = 0
            while let chunk = try await chunk(limit: limit - body.count, of: limit, &ornaments) { body += chunk }
            try await skipTrailer(&ornaments)
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
            buffer += try await read()
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

    /// The next line of what lies around chunks, without its end: that must be whole, for where readers differ about it,
    /// they differ about where the next request begins.
    private func line() async throws -> ArraySlice<UInt8> {
        var searched = 0
        while true {
            if let feed = buffer[(start + searched)...].firstIndex(of: 0x0A) {
                let line = buffer[start..<feed]
                guard line.last == 0x0D else {
                    throw EmulatorError.invalidArgument("A chunk's line must end with CR and LF.")
                }
                start = feed + 1
                return line.dropLast()
            }
            searched = available
            guard available <= Self.lineLimit else {
                throw EmulatorError.invalidArgument("A chunk's line is too long.")
            }
            guard try await readMore() else { throw SocketError.disconnected }
        }
    }

    /// The next chunk; nil after the last.
    private func chunk(
        limit: Int, of whole: Int, _ ornaments: inout Int
    ) async throws -> ArraySlice<UInt8>? {
        let line = try await line()
        let count = try ChunkSize.of(line)
        try add(line.drop { $0 != UInt8(ascii: ";") }.count, to: &ornaments)
        guard count > 0 else { return nil }
        guard count <= limit else { throw EmulatorError.tooLarge(whole) }
        let chunk = try await take(count)
        guard try await self.line().isEmpty else {
            throw EmulatorError.invalidArgument("A chunk must be as long as it says.")
        }
        return chunk
    }

    private func skipTrailer(_ ornaments: inout Int) async throws {
        while true {
            let line = try await line()
            guard !line.isEmpty else { return }
            _ = try FieldLines.fields([line])
            try add(line.count, to: &ornaments)
        }
    }

    private func add(_ count: Int, to ornaments: inout Int) throws(EmulatorError) {
        ornaments += count
        guard ornaments <= Self.ornamentLimit else {
            throw .invalidArgument(
                "Extensions of chunks and the trailer exceed the limit: \(Self.ornamentLimit) bytes.")
        }
    }
}
