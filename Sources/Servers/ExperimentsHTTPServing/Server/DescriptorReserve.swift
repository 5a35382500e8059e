import Foundation

/// The number of open files that connections leave for the rest of the program. Without a reserve, neither templates
/// could be read nor timers set.
///
/// A new descriptor always has the lowest free number, so its number shows how many are open.
struct DescriptorReserve: Sendable {
    /// What to do with a connection.
    enum Verdict: Equatable {
        case serve
        /// Refuse it, because there are too many connections.
        case refuse
        /// Drop it, because there are too many even to refuse it.
        case drop
    }

    /// The number of reserved descriptors; fewer if there are few in total.
    private static let usual = 64

    /// The maximum number of descriptors of the program.
    let limit: Int
    private let size: Int

    /// Creates a reserve below `limit`, of `size` descriptors if given.
    init(limit: Int = OpenFileLimit.current, size: Int? = nil) {
        self.limit = limit
        self.size = size ?? min(Self.usual, limit / 2)
    }

    /// Returns what to do with the last new connection.
    var verdict: Verdict {
        guard let next = OpenFileLimit.nextDescriptor else { return .drop }
        return verdict(next - 1)
    }

    /// Returns what to do with a connection with this descriptor.
    func verdict(_ descriptor: Int32) -> Verdict {
        let left = limit - Int(descriptor)
        if left > size { return .serve }
        return left > size / 2 ? .refuse : .drop
    }
}

/// The maximum number of open files and connections of this program.
package enum OpenFileLimit {
    /// More would be useless, and some systems have problems with more.
    private static let enough: rlim_t = 65_536

    /// The first number that no file or connection gets.
    package static var current: Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return Int(enough) }
        return Int(clamping: limit.rlim_cur)
    }

    /// Raises the limit as far as the system allows. The default would end thousands of realtime streams.
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
