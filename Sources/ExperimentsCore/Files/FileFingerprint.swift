import Foundation

/// What tells one state of a file from the next without reading it.
struct FileFingerprint: Equatable {
    private let device: UInt64
    private let inode: UInt64
    private let size: Int64
    private let modified: [Int]

    /// The state of the file at `path` now; all zero where there is none.
    init(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            (device, inode, size, modified) = (0, 0, -1, [])
            return
        }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(truncatingIfNeeded: status.st_ino)
        size = Int64(status.st_size)
        #if canImport(Darwin)
        modified = [status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec]
        #else
        modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
        #endif
    }
}
