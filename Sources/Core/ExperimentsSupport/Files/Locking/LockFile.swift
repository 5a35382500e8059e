import Foundation

/// A file that one holder at a time can lock. The system releases the lock when the holder dies, so a lock is never
/// stale.
struct LockFile {
    let path: String
    /// The path that an error shows.
    let named: String
    /// The permissions of the file that the lock guards.
    let permissions: FilePermissions
    /// The system calls to use.
    var calls = LockCalls.system

    /// Opens the file, creating it if it is missing, and locks it.
    ///
    /// - Parameters:
    ///   - canRead: whether to accept a file that can only be read, because another user's lock file can be locked,
    ///     too.
    ///   - waiting: whether to wait, without a limit, while another process holds it.
    /// - Returns: the open file, which releases the lock when it is closed; nil while another process holds it.
    func take(orReading canRead: Bool, waiting: Bool = false) throws(FileProblem) -> Int32? {
        while true {
            let descriptor = try open(orReading: canRead)
            do throws(FileProblem) {
                guard try calls.lock(descriptor, waiting: waiting, naming: named) else {
                    close(descriptor)
                    if waiting { continue }
                    return nil
                }
            } catch {
                close(descriptor)
                throw error
            }
            // The previous holder may have renamed or removed the file meanwhile. Its lock then no longer guards
            // anything.
            if let held = FileStatus(of: descriptor), let now = FileStatus(of: path), held.isSameFile(as: now) {
                return descriptor
            }
            close(descriptor)
        }
    }

    private func open(orReading canRead: Bool) throws(FileProblem) -> Int32 {
        let bits = permissions.bits()
        do throws(FileProblem) {
            let descriptor = try PlainFile.open(
                path, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: bits == nil ? 0o666 : 0o600, naming: named)
            bits?.apply(to: descriptor)
            return descriptor
        } catch {
            guard canRead, access(path, F_OK) == 0, let descriptor = try? openReading() else { throw error }
            return descriptor
        }
    }

    private func openReading() throws(FileProblem) -> Int32 {
        try PlainFile.open(path, O_RDONLY | O_NOFOLLOW, naming: named)
    }
}

/// The system calls for locking an open file.
///
/// Some network file systems do not support `flock`, but can lock ranges of a file. A lock on a range of an open file
/// description is as good, because closing the file releases it, too. A file that merely exists during a write would
/// not do as a lock, because a process on another machine could not tell whether its creator still lives.
/// nobody on another machine can tell whether the one who made it still lives.
struct LockCalls: Sendable {
    /// Locks the whole file, or returns the error code. If `waits` is true, waits until others have released it.
    var whole: @Sendable (Int32, _ waits: Bool) -> Int32
    /// Locks all bytes of the file, or returns the error code. If `waits` is true, waits until others have released
    /// them.
    var range: @Sendable (Int32, _ waits: Bool) -> Int32

    #if os(Linux)
    /// `F_OFD_SETLK` and `F_OFD_SETLKW`, which the C library shows to GNU programs alone.
    private static let setLockOfOpenFile: (atOnce: Int32, waiting: Int32) = (37, 38)
    #endif

    static let system = LockCalls(
        whole: { flock($0, $1 ? LOCK_EX : LOCK_EX | LOCK_NB) == 0 ? 0 : errno },
        range: { descriptor, waits in
            #if os(Linux)
            var all = flock()
            all.l_type = Int16(F_WRLCK)
            all.l_whence = Int16(SEEK_SET)
            let (atOnce, waiting) = LockCalls.setLockOfOpenFile
            return fcntl(descriptor, waits ? waiting : atOnce, &all) == 0 ? 0 : errno
            #else
            // On other systems, such locks belong to the process rather than to the open file, and would not separate
            // its threads.
            return ENOTSUP
            #endif
        })

    /// Returns whether the lock was taken: false while another process holds it, and if a signal interrupted the wait.
    func lock(_ descriptor: Int32, waiting: Bool, naming path: String) throws(FileProblem) -> Bool {
        let code = whole(descriptor, waiting)
        switch code {
        case 0: return true
        case EWOULDBLOCK, EINTR: return false
        case ENOTSUP, EOPNOTSUPP, ENOSYS, ENOLCK: return try lockRange(descriptor, waiting, naming: path)
        default: throw FileProblem(path: path, doing: "lock", code: code)
        }
    }

    private func lockRange(_ descriptor: Int32, _ waiting: Bool, naming path: String) throws(FileProblem) -> Bool {
        switch range(descriptor, waiting) {
        case 0: return true
        case EWOULDBLOCK, EACCES, EINTR: return false
        default:
            throw FileProblem(
                path: path, message: "its file system cannot lock files",
                advice: "keep it on a disk of this machine; nothing was changed")
        }
    }
}
