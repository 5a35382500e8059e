/// The open files that connections leave to everything else in the program: without one, neither a template could be
/// read, nor a timer be set.
///
/// A new descriptor always has the lowest number that is free, so its number says how many are open.
struct DescriptorReserve: Sendable {
    /// What becomes of a connection.
    enum Verdict: Equatable {
        case serve
        /// It is told that there are too many.
        case refuse
        /// There are too many even for that.
        case drop
    }

    /// How many descriptors are left; fewer where there are few in all.
    private static let usual = 64

    /// How many descriptors the program may have.
    let limit: Int
    private let size: Int

    /// A reserve below `limit`, of `size` descriptors where that is given.
    init(limit: Int = OpenFileLimit.current, size: Int? = nil) {
        self.limit = limit
        self.size = size ?? min(Self.usual, limit / 2)
    }

    /// What becomes of a connection that just came in.
    var verdict: Verdict {
        guard let next = OpenFileLimit.nextDescriptor else { return .drop }
        return verdict(next - 1)
    }

    /// What becomes of a connection that got this descriptor.
    func verdict(_ descriptor: Int32) -> Verdict {
        let left = limit - Int(descriptor)
        if left > size { return .serve }
        return left > size / 2 ? .refuse : .drop
    }
}
