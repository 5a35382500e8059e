import Dispatch
import ExperimentsLocks
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
            // The previous holder may have renamed or removed the file in the meantime. Its lock then no longer guards
            // anything.
            if let held = FileStatus(of: descriptor), let now = FileStatus(of: path), held.isSameFile(as: now)
            {
                return descriptor
            }
            close(descriptor)
        }
    }

    private func open(orReading canRead: Bool) throws(FileProblem) -> Int32 {
        let bits = permissions.bits()
        do throws(FileProblem) {
            let descriptor = try FileBytes.openFile(
                path, O_RDWR | O_CREAT | O_NOFOLLOW, permissions: bits == nil ? 0o666 : 0o600, naming: named)
            bits?.apply(to: descriptor)
            return descriptor
        } catch {
            guard canRead, access(path, F_OK) == 0, let descriptor = try? openReading() else { throw error }
            return descriptor
        }
    }

    private func openReading() throws(FileProblem) -> Int32 {
        try FileBytes.openFile(path, O_RDONLY | O_NOFOLLOW, naming: named)
    }
}

/// The system calls for locking an open file.
///
/// Some network file systems do not support `flock`, but can lock ranges of a file. A lock on a range of an open file
/// description is as good, because closing the file releases it, too. A file that merely exists during a write would
/// not do as a lock, because a process on another machine cannot know whether its creator still runs.
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

    /// Returns whether the lock was taken: false while another process holds it, or if a signal interrupted the wait.
    func lock(_ descriptor: Int32, waiting: Bool, naming path: String) throws(FileProblem) -> Bool {
        let code = whole(descriptor, waiting)
        switch code {
        case 0: return true
        case EWOULDBLOCK, EINTR: return false
        case ENOTSUP, EOPNOTSUPP, ENOSYS, ENOLCK: return try lockRange(descriptor, waiting, naming: path)
        default: throw FileProblem(path: path, doing: "lock", code: code)
        }
    }

    private func lockRange(_ descriptor: Int32, _ waiting: Bool, naming path: String) throws(FileProblem)
        -> Bool
    {
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

/// The queue of processes that wait for the lock of a file.
///
/// There is a second lock in front of the first, and its holder is next. So a process that has just released the lock
/// and needs it again comes after those that waited, and only one process at a time keeps asking for the lock itself.
/// The others sleep. If dozens of programs kept asking, little of the machine would be left for the one that holds the
/// lock.
struct LockLine {
    private let target: String
    private let lock: LockFile
    private let turn: LockFile

    /// How long the next process may make no progress before others overtake it. It may have been stopped.
    private static let courtesy: Duration = .milliseconds(250)
    /// How long to sleep before checking whether the processes in front make progress.
    private static let nap: Duration = .milliseconds(100)

    /// - Parameters:
    ///   - target: the guarded file.
    ///   - path: the path that an error shows.
    init(before target: String, naming path: String, calls: LockCalls = .system) {
        self.target = target
        lock = LockFile(path: target + ".lock", named: path, permissions: .like(target), calls: calls)
        let name = "." + PathText.name(of: target) + ".lock-line"
        turn = LockFile(
            path: PathText.join(PathText.folder(of: target), name), named: path, permissions: .like(target),
            calls: calls)
    }

    /// Waits for the lock.
    ///
    /// - Returns: the open file that holds it.
    func pass(_ limit: Duration) throws(FileProblem) -> Int32 {
        // Without a queue, there is no process to wait behind.
        if access(turn.path, F_OK) != 0, let descriptor = try lock.take(orReading: true) { return descriptor }
        var patience = LockPatience(limit, watching: [target, lock.path])
        var place = try turn.take(orReading: true)
        let waiter = place == nil ? LockWaiter(for: turn) : nil
        defer {
            waiter?.leave()
            if let place { close(place) }
        }
        while true {
            if place != nil || patience.idle() > Self.courtesy,
                let descriptor = try lock.take(orReading: true)
            {
                return descriptor
            }
            try patience.check(lock.path, naming: lock.named)
            if place == nil {
                place = try waiter?.place(within: Self.nap)
            } else {
                usleep(patience.waited < .seconds(1) ? 300 : 1_000)
            }
        }
    }
}

/// Waits for a lock on a separate thread until the system grants it, in the order in which processes asked. The system
/// offers no such wait with a time limit, so abandoning a wait leaves its thread behind.
final class LockWaiter: Sendable {
    private let state = Mutex((result: Result<Int32?, FileProblem>?.none, hasLeft: false))
    private let isOver = DispatchSemaphore(value: 0)

    init(for lock: LockFile) {
        Thread.detachNewThread { [self] in
            finish(Result { () throws(FileProblem) in try lock.take(orReading: true, waiting: true) })
        }
    }

    /// Returns the open file that holds the lock, which the caller must close; nil if the lock was not granted in time.
    func place(within time: Duration) throws(FileProblem) -> Int32? {
        _ = isOver.wait(timeout: .now() + time.inSeconds)
        let result = state.withLock { state in
            defer { if case .success = state.result { state.result = .success(nil) } }
            return state.result
        }
        return try result?.get()
    }

    /// Stops waiting. A lock that is granted later is released immediately.
    func leave() {
        let unused = state.withLock { state in
            state.hasLeft = true
            defer { state.result = nil }
            return state.result
        }
        if case .success(let descriptor?) = unused { close(descriptor) }
    }

    private func finish(_ result: Result<Int32?, FileProblem>) {
        let isLate = state.withLock { state in
            if !state.hasLeft { state.result = result }
            return state.hasLeft
        }
        if isLate, case .success(let descriptor?) = result { close(descriptor) }
        isOver.signal()
    }
}
