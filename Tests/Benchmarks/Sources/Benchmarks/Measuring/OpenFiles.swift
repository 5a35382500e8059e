import Foundation

/// How many files and connections this process may have open.
enum OpenFiles {
    /// Raises it as far as the system lets everybody.
    ///
    /// - Throws: `BenchmarkProblem` where that is too few for `count` connections.
    static func raise(toHold count: Int) throws {
        #if os(Linux)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        guard setrlimit(resource, &limit) == 0, limit.rlim_cur > rlim_t(count + 100) else {
            throw BenchmarkProblem("no more than \(limit.rlim_cur) files may be open here")
        }
    }
}
