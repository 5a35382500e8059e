import ExperimentsCore
import ExperimentsLocks
import Foundation

/// A program that a test runs, with files for its input and output.
///
/// Foundation's `Process` would do, but waits for its child on a run loop, for which a test has no thread to spare, and
/// hands on the signals that test threads block.
public final class ChildProcess: Sendable {
    /// Its process id.
    public let id: pid_t
    private let ended = Mutex<Int32?>(nil)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: its path.
    ///   - arguments: without the program's own name.
    ///   - environment: all its variables.
    ///   - folder: its working directory.
    ///   - input: the file it reads.
    ///   - output: the file it writes, which must exist.
    ///   - errors: the file it writes its errors to, which must exist.
    ///   - leadsSession: whether it leads a session of its own, so that a terminal that it opens is its own, too.
    public init(
        _ program: String, _ arguments: [String], environment: [String: String], in folder: String,
        input: String = "/dev/null", output: String = "/dev/null", errors: String = "/dev/null",
        leadsSession: Bool = false
    ) throws {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_APPEND, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, O_WRONLY | O_APPEND, 0)
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let session = leadsSession ? Self.newSession : 0
        posix_spawnattr_setflags(
            &attributes, Int16(Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | session))

        // Not every system can change the folder while it spawns; a shell can everywhere, and then gives its place away.
        let shell = "/bin/sh"
        let words =
            ([shell, "-c", "cd \"$0\" && exec \"$@\"", folder, program] + arguments).map { strdup($0) } + [
                nil
            ]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var id: pid_t = 0
        let code = posix_spawn(&id, shell, &actions, &attributes, words, variables)
        guard code == 0 else { throw ChildProcessProblem(program: program, code: code) }
        self.id = id
    }

    /// `POSIX_SPAWN_SETSID`, which headers show only to C programs that ask for the system's own extensions.
    #if canImport(Darwin)
    private static let newSession: Int32 = 0x400
    #else
    private static let newSession: Int32 = 0x80
    #endif

    deinit {
        guard status == nil else { return }
        kill(id, SIGKILL)
        _ = wait()
    }

    /// Its exit status, or 128 plus the signal that ended it; nil while it runs. -1 where somebody else has taken it.
    public var status: Int32? { reap() }

    /// Waits until it ends, on the calling thread: for programs that take a moment. One that takes longer than `limit`
    /// seconds is killed, as its status then tells.
    public func wait(within limit: Int = 120) -> Int32 {
        let deadline = ContinuousClock.now + .seconds(limit)
        while true {
            if let status { return status }
            if ContinuousClock.now > deadline { kill(id, SIGKILL) }
            usleep(2000)
        }
    }

    /// Sends it a signal.
    public func send(_ signal: Int32) {
        if status == nil { kill(id, signal) }
    }

    private func reap() -> Int32? {
        ended.withLock { ended in
            if let ended { return ended }
            var status: Int32 = 0
            let found = waitpid(id, &status, WNOHANG)
            if found < 0, errno == ECHILD { ended = -1 }
            guard found == id else { return ended }
            let signal = status & 0x7F
            ended = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
            return ended
        }
    }
}

/// Why a program cannot be started.
public struct ChildProcessProblem: Error, CustomStringConvertible {
    /// The program.
    public let program: String
    /// The system's error code.
    public let code: Int32

    public var description: String { "\(program): \(String(cString: strerror(code)))" }
}
