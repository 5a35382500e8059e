import Foundation

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
