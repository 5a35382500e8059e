import Foundation

/// The status of the file at a path, with symbolic links followed.
package struct FileStatus {
    private let status: stat

    /// Reads the status of the file at `path`; nil if there is none or it cannot be seen.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.status = status
    }

    /// Reads the status of an open file; nil if the system returns none, with the reason in `errno`.
    package init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.status = status
    }

    /// The permission bits.
    package var permissions: mode_t { status.st_mode & 0o777 }
    /// The user and the group to which it belongs.
    package var owner: (user: uid_t, group: gid_t) { (status.st_uid, status.st_gid) }
    /// Whether it is read to its end without a size known before: a pipe, a socket or a device such as a terminal.
    package var isStream: Bool { [S_IFIFO, S_IFSOCK, S_IFCHR].contains(status.st_mode & S_IFMT) }
    /// The size in bytes.
    package var size: Int { Int(status.st_size) }

    /// Returns whether both are the same file, and not only have the same name.
    package func isSameFile(as other: FileStatus) -> Bool {
        status.st_dev == other.status.st_dev && status.st_ino == other.status.st_ino
    }

    /// Checks that it is a plain file, because reading a pipe could wait forever, and replacing a device would do
    /// damage.
    ///
    /// - Parameter named: the path for the error, if it is not that of this file.
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

    /// A fingerprint, which differs between one state of the file and the next.
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

/// Distinguishes one state of a file from the next without reading the file.
package struct FileFingerprint: Sendable, Equatable {
    fileprivate let numbers: [Int]
    /// The times of the last changes to content and metadata, as raw bytes. They are only compared for equality.
    fileprivate let times: [UInt8]

    fileprivate init(numbers: [Int], times: [UInt8]) {
        self.numbers = numbers
        self.times = times
    }

    /// Creates the current state of the file at `path`; if there is no file, a state that no file has.
    package init(of path: String) {
        self = FileStatus(of: path)?.fingerprint ?? FileFingerprint(numbers: [], times: [])
    }
}
