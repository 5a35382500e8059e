import Foundation

/// A file whose lock one holder at a time has. The system takes it back when its holder dies, so none is ever stale.
struct LockFile {
    let path: String
    /// The file that an error names.
    let named: String
    /// Those of the file that the lock guards.
    let permissions: FilePermissions
    /// How the system is asked.
    var calls = LockCalls.system

    /// Opens the file, making it where it is missing, and locks it.
    ///
    /// - Parameters:
    ///   - canRead: whether a file that may only be read will do: another user's may be locked, too.
    ///   - waiting: whether to wait, for as long as it takes, while another holds it.
    /// - Returns: the open file, whose closing gives the lock back; nil while another holds it.
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
            // Whoever held it may have renamed or removed it meanwhile; then it no longer guards anything.
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

/// How the system is asked for the lock of an open file.
///
/// Some network file systems know no `flock`, but ranges of a file that can be locked; the lock of an open file's range
/// is as good, because it is given back with the file, too. A file that is there while somebody writes would be no lock:
/// nobody on another machine can tell whether the one who made it still lives.
struct LockCalls: Sendable {
    /// Locks the whole file, or says why not; where it waits, once others have given it back.
    var whole: @Sendable (Int32, _ waits: Bool) -> Int32
    /// Locks all bytes of the file, or says why not; where it waits, once others have given them back.
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
            // Elsewhere such locks belong to the process, not to the open file, and would not keep its threads apart.
            return ENOTSUP
            #endif
        })

    /// Whether the lock was had; false while another holds it, and where a signal cut the wait short.
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
