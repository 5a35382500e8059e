import Foundation

/// The open files that connections leave to everything else in the program: without one, neither a template could be
/// read, nor a timer be set.
///
/// A new descriptor always has the lowest number that is free, so its number says how many are open.
struct DescriptorReserve: Sendable {
    /// What to do with a connection.
    enum Verdict: Equatable {
        case serve
        /// It is refused because there are too many connections.
        case refuse
        /// There are too many even for that.
        case drop
    }

    /// How many descriptors are left; fewer where there are few in all.
    private static let usual = 64

    /// How many descriptors the program may have.
    let limit: Int
    private let size: Int

    /// A reserve below `limit`, of `size` descriptors if that is given.
    init(limit: Int = OpenFileLimit.current, size: Int? = nil) {
        self.limit = limit
        self.size = size ?? min(Self.usual, limit / 2)
    }

    /// What to do with the last new connection.
    var verdict: Verdict {
        guard let next = OpenFileLimit.nextDescriptor else { return .drop }
        return verdict(next - 1)
    }

    /// What to do with a connection that got this descriptor.
    func verdict(_ descriptor: Int32) -> Verdict {
        let left = limit - Int(descriptor)
        if left > size { return .serve }
        return left > size / 2 ? .refuse : .drop
    }
}

/// How many files and connections this program may have open.
package enum OpenFileLimit {
    /// More would be of no use, and some systems have trouble with more.
    private static let enough: rlim_t = 65_536

    /// The first number that no file or connection gets.
    package static var current: Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return Int(enough) }
        return Int(clamping: limit.rlim_cur)
    }

    /// Raises it as far as the system allows any user: the usual limit would end thousands of realtime streams.
    package static func raise() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < enough else { return }
        limit.rlim_cur = min(limit.rlim_max, enough)
        _ = setrlimit(resource, &limit)
    }

    /// The descriptor of the next file or connection, which is the lowest free number; nil if none is left.
    static var nextDescriptor: Int32? {
        let descriptor = open("/", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        close(descriptor)
        return descriptor
    }

    #if os(Linux)
    private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
    #else
    private static var resource: Int32 { RLIMIT_NOFILE }
    #endif
}
