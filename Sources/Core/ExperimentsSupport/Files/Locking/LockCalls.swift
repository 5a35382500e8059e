import Foundation

/// How the system is asked for the lock of an open file.
///
/// Some network file systems know no `flock`, but ranges of a file that can be locked; the lock of an open file's range
/// is as good, because it is given back with the file, too. A file that is there while somebody writes would be no lock:
/// nobody on another machine can tell whether the one who made it still lives.
struct LockCalls: Sendable {
    /// Locks the whole file, or says why not.
    var whole: @Sendable (Int32) -> Int32
    /// Locks all bytes of the file, or says why not.
    var range: @Sendable (Int32) -> Int32

    #if os(Linux)
    /// `F_OFD_SETLK`, which the C library shows to GNU programs alone.
    private static let setLockOfOpenFile: Int32 = 37
    #endif

    static let system = LockCalls(
        whole: { flock($0, LOCK_EX | LOCK_NB) == 0 ? 0 : errno },
        range: { descriptor in
            #if os(Linux)
            var all = flock()
            all.l_type = Int16(F_WRLCK)
            all.l_whence = Int16(SEEK_SET)
            return fcntl(descriptor, LockCalls.setLockOfOpenFile, &all) == 0 ? 0 : errno
            #else
            // Elsewhere such locks belong to the process, not to the open file, and would not keep its threads apart.
            return ENOTSUP
            #endif
        })

    /// Whether the lock was had; false while another holds it.
    func lock(_ descriptor: Int32, naming path: String) throws(FileProblem) -> Bool {
        let code = whole(descriptor)
        switch code {
        case 0: return true
        case EWOULDBLOCK, EINTR: return false
        case ENOTSUP, EOPNOTSUPP, ENOSYS, ENOLCK: return try lockRange(descriptor, naming: path)
        default: throw FileProblem(path: path, doing: "lock", code: code)
        }
    }

    private func lockRange(_ descriptor: Int32, naming path: String) throws(FileProblem) -> Bool {
        switch range(descriptor) {
        case 0: return true
        case EWOULDBLOCK, EACCES, EINTR: return false
        default:
            throw FileProblem(
                path: path, message: "its file system cannot lock files",
                advice: "keep it on a disk of this machine; nothing was changed")
        }
    }
}
