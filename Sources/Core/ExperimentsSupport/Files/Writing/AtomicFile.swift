import Foundation

/// Replaces a whole file, so that a reader, or a machine that loses power, finds either the old content or the new.
package enum AtomicFile {
    /// Writes `bytes` to a hidden file in the same folder, flushes it to the disk, and renames it over `path`.
    ///
    /// If `path` is a symbolic link, it stays one, and its target is replaced or created. A missing folder is created,
    /// but not the one of a link's target.
    /// The owner of a replaced file stays the same if the system allows it. Only plain files are replaced. A file left
    /// behind by a killed writer is reused by the next one.
    ///
    /// - Parameters:
    ///   - permissions: the permissions of the file, and of folders that are created for it.
    ///   - limit: the largest size, in bytes, that readers of the file accept. Larger content is not written.
    /// - Throws: `FileProblem`. The old content is then unchanged, except if the disk does not confirm that it has the
    ///   new one: the file has the new content then, and the problem says that it may be lost.
    package static func write(
        _ bytes: [UInt8], to path: String, permissions: FilePermissions = .usual,
        limit: Int = FileBytes.usualLimit
    ) throws(FileProblem) {
        _ = try write(bytes, to: path, permissions, atMost: limit) { true }
    }

    /// Writes `bytes` as ``write(_:to:permissions:limit:)`` does, unless another program has changed the file since it
    /// was read.
    ///
    /// - Parameter old: the content of the file when it was read; nil if there was no file.
    /// - Returns: whether the file was written.
    package static func replace(
        _ old: [UInt8]?, with bytes: [UInt8], at path: String, limit: Int = FileBytes.usualLimit
    ) throws(FileProblem) -> Bool {
        try write(bytes, to: path, .usual, atMost: limit) { () throws(FileProblem) in
            try FileBytes.readIfPresent(path, limit: limit) == old
        }
    }

    /// - Parameter isAsWas: checks whether the file is unchanged. Called just before the replacement, when no other
    ///   writer can change the file.
    private static func write(
        _ bytes: [UInt8], to path: String, _ permissions: FilePermissions, atMost limit: Int,
        ifStill isAsWas: () throws(FileProblem) -> Bool
    ) throws(FileProblem) -> Bool {
        guard bytes.count <= limit else {
            throw FileProblem(
                path: path, message: "would be \(bytes.count) bytes; the limit is \(limit)",
                advice: "make it smaller; nothing was changed")
        }
        let target = try PathText.followingLinks(path)
        let folder = PathText.folder(of: target)
        let old = FileStatus(of: target)
        try old?.requirePlainFile(path)
        try Folders.make(forFile: target, linkedFrom: path, permissions)
        let replacement = PathText.join(folder, "." + PathText.name(of: target) + ".experiments-partial")
        let descriptor = try take(replacement, before: target, naming: path, permissions)
        // Closed last, because that allows the next writer of the same file to continue.
        defer { close(descriptor) }
        do throws(FileProblem) {
            permissions.bits(replacing: old)?.apply(to: descriptor)
            try fill(descriptor, with: bytes, naming: path)
            FileMoment.pass("replace", path)
            guard try isAsWas() else {
                unlink(replacement)
                return false
            }
            guard rename(replacement, target) == 0 else {
                throw FileProblem(path: path, doing: "replace", code: errno)
            }
        } catch {
            unlink(replacement)
            throw error
        }
        FileMoment.pass("replaced", path)
        try flush(folder: folder, naming: path)
        return true
    }

    /// Waits until no other writer of the same file is active.
    private static func take(
        _ replacement: String, before target: String, naming path: String, _ permissions: FilePermissions
    ) throws(FileProblem) -> Int32 {
        let lock = LockFile(
            path: replacement, named: path, permissions: permissions == .usual ? .usual : .ownerOnly)
        var patience = LockPatience(FileLock.patience, watching: [target, replacement])
        while true {
            if let descriptor = try lock.take(orReading: false) { return descriptor }
            try patience.check(replacement, naming: path)
            usleep(patience.waited < .milliseconds(10) ? 500 : 3_000)
        }
    }

    private static func fill(_ descriptor: Int32, with bytes: [UInt8], naming path: String)
        throws(FileProblem)
    {
        FileMoment.pass("empty", path)
        guard ftruncate(descriptor, 0) == 0 else {
            throw FileProblem(path: path, doing: "write", code: errno)
        }
        FileMoment.pass("fill", path)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                Foundation.write(descriptor, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                written += count
            } else if errno != EINTR {
                throw FileProblem(path: path, doing: "write", code: errno)
            }
        }
        guard flush(descriptor) == 0 else { throw FileProblem(path: path, doing: "write", code: errno) }
    }

    private static func flush(_ descriptor: Int32) -> Int32 {
        #if canImport(Darwin)
        // On Apple's systems, `fsync` leaves the content in the cache of the drive.
        if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
        #endif
        return fsync(descriptor)
    }

    /// Flushes a folder to the disk. Tests replace it by a disk that fails.
    @TaskLocal package static var flushFolder: @Sendable (_ folder: String) -> Int32 = { folder in
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        // A folder in which files may be created, but which may not be read, cannot be flushed.
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        return fsync(descriptor) == 0 ? 0 : errno
    }

    /// Makes the rename itself durable. Some file systems cannot flush a folder; the content is safe nevertheless.
    private static func flush(folder: String, naming path: String) throws(FileProblem) {
        let code = flushFolder(folder)
        guard ![0, EINVAL, ENOTSUP, EOPNOTSUPP, ENOSYS, EINTR].contains(code) else { return }
        throw FileProblem(
            path: path,
            message: "cannot be flushed to the disk: \(String(cString: strerror(code)).lowercased())",
            advice: "check the disk; the change may be lost if the power fails")
    }
}

/// The moments at which a process may be killed while it changes files, so that tests can check which files it would
/// leave.
package enum FileMoment {
    /// Called before each moment, with the operation and the file.
    @TaskLocal package static var witness: (@Sendable (_ what: String, _ path: String) -> Void)?

    package static func pass(_ what: String, _ path: String) {
        witness?(what, path)
    }
}

/// Keeps unusable files next to the new ones, under other names.
extension AtomicFile {
    /// Renames the file at `path` to `NAME.broken`, in place of an older file with that name.
    ///
    /// - Returns: the new path; nil if the file cannot be renamed.
    package static func setAside(_ path: String) -> String? {
        moveAside(path, to: path + ".broken")
    }

    /// Renames the file at `path` to `NAME.unusable-TIME`, so that no such file is lost.
    ///
    /// - Parameter milliseconds: whether the name has the milliseconds, for files that may be set aside often.
    /// - Returns: the new path; nil if the file cannot be renamed.
    package static func setAside(_ path: String, at now: Date, milliseconds: Bool = false) -> String? {
        let stamp = RFC3339.text(of: now, milliseconds: milliseconds).replacing(scalar: ":", with: "")
        return moveAside(path, to: path + ".unusable-" + stamp)
    }

    private static func moveAside(_ path: String, to aside: String) -> String? {
        Foundation.rename(path, aside) == 0 ? aside : nil
    }
}
