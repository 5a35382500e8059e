import Foundation

/// What the system says about the file at a path, links followed.
package struct FileStatus {
    private let status: stat

    /// The status of the file at `path`, or nil where there is none to be seen.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.status = status
    }

    /// The status of an open file; nil where the system does not tell, with the reason in `errno`.
    package init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.status = status
    }

    /// The permission bits.
    package var permissions: mode_t { status.st_mode & 0o777 }
    /// The user and group it belongs to.
    package var owner: (user: uid_t, group: gid_t) { (status.st_uid, status.st_gid) }
    /// The size in bytes.
    package var size: Int { Int(status.st_size) }

    /// Whether both are the same file, not only the same name.
    package func isSameFile(as other: FileStatus) -> Bool {
        status.st_dev == other.status.st_dev && status.st_ino == other.status.st_ino
    }

    /// Refuses what is not a plain file: reading a pipe could wait for ever, and replacing a device would be ruinous.
    ///
    /// - Parameter named: the file that an error names, where this one only lies beside it.
    package func requirePlainFile(_ path: String, besides named: String? = nil) throws(FileProblem) {
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFREG else { return }
        let word =
            switch kind {
            case S_IFDIR: "a directory"
            case S_IFIFO: "a pipe"
            case S_IFSOCK: "a socket"
            default: "a device"
            }
        guard let named else {
            throw FileProblem(path: path, message: "is \(word), not a file", advice: "name a file")
        }
        let name = PathText.name(of: path)
        throw FileProblem(
            path: named, message: "\(name) beside it is \(word), not a file",
            advice: "remove \(name), or move it away; nothing was changed")
    }

    /// What differs between one state of the file and the next.
    package var fingerprint: FileFingerprint {
        #if canImport(Darwin)
        let times = [status.st_mtimespec, status.st_ctimespec]
        #else
        let times = [status.st_mtim, status.st_ctim]
        #endif
        return FileFingerprint(
            numbers: [Int(truncatingIfNeeded: status.st_dev), Int(truncatingIfNeeded: status.st_ino), size],
            times: times.withUnsafeBytes(Array.init))
    }
}

/// What tells one state of a file from the next without reading it.
package struct FileFingerprint: Sendable, Equatable {
    fileprivate let numbers: [Int]
    /// When the content and the rest last changed, as the system has it in memory: only equality counts.
    fileprivate let times: [UInt8]

    fileprivate init(numbers: [Int], times: [UInt8]) {
        (self.numbers, self.times) = (numbers, times)
    }

    /// The state of the file at `path` now; that of no file where there is none.
    package init(of path: String) {
        self = FileStatus(of: path)?.fingerprint ?? FileFingerprint(numbers: [], times: [])
    }
}
