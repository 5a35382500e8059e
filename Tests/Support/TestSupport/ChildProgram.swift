import Dispatch
import ExperimentsCore
import ExperimentsLocks
import Foundation

/// A program that runs beside the test.
///
/// Started with the system's own calls: Foundation's `Process` at times never notices the end of a short program.
public final class ChildProgram: Sendable {
    private struct State {
        var output = Data()
        var status: Int32?
    }

    private let program: String
    private let identifier: pid_t
    private let state = Mutex(State())
    private let ended = DispatchSemaphore(value: 0)
    private static let starting = Mutex(())

    /// Starts the program at `path`. What it prints to standard output is kept; its standard input is empty.
    public init(_ path: String, _ arguments: [String]) throws {
        program = path
        // One at a time, so that none takes the other's pipe with it and keeps it open.
        let (reading, identifier) = try Self.starting.withLock { _ in
            let (reading, writing) = try Self.pipe()
            defer { close(writing) }
            do {
                return (reading, try Self.start(path, arguments, output: writing))
            } catch {
                close(reading)
                throw error
            }
        }
        self.identifier = identifier
        Thread.detachNewThread { [weak self, ended] in
            Self.read(reading) { data in self?.state.withLock { $0.output += data } }
            close(reading)
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
            self?.state.withLock { $0.status = status }
            ended.signal()
        }
    }

    deinit {
        if state.withLock({ $0.status == nil }) { kill(identifier, SIGKILL) }
    }

    /// What it has printed so far.
    public var output: String { state.withLock { String(decoding: $0.output, as: UTF8.self) } }

    /// The whole lines it has printed so far.
    public var lines: [String] {
        var lines = output.components(separatedBy: "\n")
        lines.removeLast()
        return lines
    }

    /// Sends it a signal.
    public func send(_ signal: Int32) {
        kill(identifier, signal)
    }

    /// Waits until it is over and all it printed is here. Gives its exit status, or 128 and the signal that ended it.
    @discardableResult
    public func end(within limit: Duration = .seconds(60)) async throws -> Int32 {
        try await eventually("the end of \(program)", within: limit) { status != nil }
        return status ?? -1
    }

    /// The same, without letting another task run meanwhile; nil where it does not end in time.
    public func endBlocking(within seconds: Int = 60) -> Int32? {
        guard ended.wait(timeout: .now() + .seconds(seconds)) == .success else { return nil }
        ended.signal()
        return status
    }

    private var status: Int32? {
        guard let status = state.withLock({ $0.status }) else { return nil }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }

    private static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else { throw SystemError(code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func start(_ path: String, _ arguments: [String], output: Int32) throws -> pid_t {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        let words = ([path] + arguments).map { strdup($0) }
        defer { words.forEach { free($0) } }
        var identifier: pid_t = 0
        let code = posix_spawn(&identifier, path, &actions, nil, words + [nil], environ)
        guard code == 0 else { throw SystemError(code: code) }
        return identifier
    }

    private static func read(_ descriptor: Int32, _ take: (Data) -> Void) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Foundation.read(descriptor, &buffer, buffer.count)
            if count > 0 {
                take(Data(buffer[..<count]))
            } else if count == 0 || errno != EINTR {
                return
            }
        }
    }

    private struct SystemError: Error, CustomStringConvertible {
        let code: Int32
        var description: String { String(cString: strerror(code)) }
    }
}
