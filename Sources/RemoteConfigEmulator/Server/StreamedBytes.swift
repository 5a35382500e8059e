import FlyingSocks

/// The body of a realtime stream, in the pieces that are to be sent.
struct StreamedBytes: AsyncBufferedSequence, AsyncBufferedIteratorProtocol {
    typealias Element = UInt8

    private var pieces: RealtimeStream.AsyncIterator

    init(_ stream: RealtimeStream) {
        pieces = stream.makeAsyncIterator()
    }

    func makeAsyncIterator() -> StreamedBytes { self }

    /// Bytes leave in pieces; nobody asks for one alone.
    mutating func next() async throws -> UInt8? {
        try await nextBuffer(suggested: 1)?.first
    }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
        await pieces.next()
    }
}
