import FlyingSocks

/// A body of any size that takes no memory.
struct PaddingBytes: AsyncBufferedSequence, AsyncBufferedIteratorProtocol {
    typealias Element = UInt8

    private var remaining: Int

    init(count: Int) {
        remaining = count
    }

    func makeAsyncIterator() -> PaddingBytes { self }

    mutating func next() async throws -> UInt8? {
        guard remaining > 0 else { return nil }
        remaining -= 1
        return UInt8(ascii: " ")
    }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
        guard remaining > 0 else { return nil }
        let size = Swift.min(Swift.max(count, 1), remaining)
        remaining -= size
        return [UInt8](repeating: UInt8(ascii: " "), count: size)
    }
}
