import Foundation

/// How many files and connections this program may have open.
enum OpenFileLimit {
    /// More would be of no use, and some systems have trouble with more.
    private static let enough: rlim_t = 65_536

    /// Raises it as far as the system lets everybody: the usual limit would end thousands of realtime streams.
    static func raise() {
        #if os(Linux)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < enough else { return }
        limit.rlim_cur = min(limit.rlim_max, enough)
        _ = setrlimit(resource, &limit)
    }
}
