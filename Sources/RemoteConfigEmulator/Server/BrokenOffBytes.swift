import FlyingSocks

/// Some bytes, and then a broken connection.
struct BrokenOffBytes: AsyncBufferedSequence, AsyncBufferedIteratorProtocol {
    typealias Element = UInt8

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    func makeAsyncIterator() -> BrokenOffBytes { self }

    mutating func next() async throws -> UInt8? {
        guard let byte = rest.popFirst() else { throw SocketError.disconnected }
        return byte
    }

    mutating func nextBuffer(suggested count: Int) async throws -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { throw SocketError.disconnected }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
