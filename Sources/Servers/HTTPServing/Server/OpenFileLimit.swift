import Foundation

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

    /// Raises it as far as the system lets everybody: the usual limit would end thousands of realtime streams.
    package static func raise() {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < enough else { return }
        limit.rlim_cur = min(limit.rlim_max, enough)
        _ = setrlimit(resource, &limit)
    }

    /// The number that the next file or connection would get, which is the lowest that is free; nil where none is left.
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
