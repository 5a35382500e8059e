import Dispatch
import ExperimentsCore
import ExperimentsLocks
import ExperimentsMCP
import Foundation

/// Connects the server to standard input and output and to the commands that it starts. One thread reads, one waits for
/// each command, and all changes of the server happen on one queue.
final class AssistantLoop: Sendable {
    private struct State {
        var server: AssistantServer
        var running: [Int: RunningCommand] = [:]
        var watcher: Watcher?
        var projectStatus: FileFingerprint?
        /// Signaled when all commands have ended; nil until the input ends.
        var lastAnswer: DispatchSemaphore?
    }

    /// The command that follows changes. If it ends by itself, it is started again after some time.
    private final class Watcher: Sendable {
        let command = Mutex<RunningCommand?>(nil)
        let endedAt = Mutex<Double?>(nil)
    }

    /// The time in seconds after which a command that follows changes is started again.
    private static let watchingPause = 5.0

    private let state: Mutex<State>
    private let commands: AssistantCommands
    private let output = DispatchQueue(label: "experiments.mcp.output")

    init(_ server: AssistantServer, _ commands: AssistantCommands) {
        state = Mutex(State(server: server))
        self.commands = commands
    }

    /// Serves until the input ends and what was asked is answered.
    func run() {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "experiments.mcp.time"))
        timer.schedule(deadline: .now() + 1, repeating: 1)
        timer.setEventHandler { [weak self] in self?.tick() }
        timer.resume()
        // A client that gives up ends the server, and with it what runs for the client.
        let signals = EndingSignals { [weak self] in
            self?.stopCommands()
            exit(ExitStatus.interrupted)
        }
        var lines = MessageLines()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            for line in lines.take(buffer[..<count]) { handle { $0.receive(line, at: Self.now) } }
        }
        for line in lines.finish() { handle { $0.receive(line, at: Self.now) } }
        waitForCommands()
        signals.cancel()
        timer.cancel()
        stopCommands()
        // What was answered must be written.
        output.sync {}
    }

    /// Waits for the commands that run. Each has a time limit, and all end when nobody reads the answers.
    private func waitForCommands() {
        let lastAnswer = DispatchSemaphore(value: 0)
        let isBusy = state.withLock { state in
            state.lastAnswer = lastAnswer
            return state.server.isBusy
        }
        if isBusy { lastAnswer.wait() }
    }

    private static var now: Double { ProcessInfo.processInfo.systemUptime }

    private func handle(_ change: (inout AssistantServer) -> [AssistantServer.Action]) {
        state.withLock { state in
            let actions = change(&state.server)
            for action in actions { perform(action, &state) }
        }
    }

    private func perform(_ action: AssistantServer.Action, _ state: inout State) {
        switch action {
        case .send(let message): write(message)
        case .start(let number, let command, let client):
            state.running[number] = commands.start(command, for: client) { [weak self] ended in
                self?.commands.log(command, ended, by: client)
                self?.finish(number, ended)
            }
        case .stop(let number): state.running[number]?.stop()
        case .watch(true):
            state.projectStatus = commands.projectStatus
            watch(&state, tellsAll: false)
        case .watch(false):
            state.watcher?.command.withLock(\.self)?.stop()
            state.watcher = nil
        }
    }

    private func watch(_ state: inout State, tellsAll: Bool) {
        let watcher = Watcher()
        state.watcher = watcher
        let command = commands.watch(tellsAll: tellsAll) { [weak self] keys in
            self?.handle { $0.changed(keys: keys) }
        } finished: {
            watcher.endedAt.withLock { $0 = Self.now }
        }
        watcher.command.withLock { $0 = command }
        if command == nil { watcher.endedAt.withLock { $0 = Self.now } }
    }

    /// Tells of progress and of changes to the project file, and follows values again if that ended.
    private func tick() {
        handle { $0.tick(at: Self.now) }
        state.withLock { state in
            guard state.server.isWatching else { return }
            let status = commands.projectStatus
            if status != state.projectStatus {
                state.projectStatus = status
                for action in state.server.changed(keys: [], project: true) { perform(action, &state) }
            }
            let endedAt = state.watcher?.endedAt.withLock(\.self)
            if let endedAt, Self.now - endedAt >= Self.watchingPause { watch(&state, tellsAll: true) }
        }
    }

    private func finish(_ number: Int, _ ended: CommandOutput) {
        state.withLock { $0.running[number] = nil }
        handle { $0.finish(number, ended, at: Self.now) }
        state.withLock { if !$0.server.isBusy { $0.lastAnswer?.signal() } }
    }

    /// Writes a message on a queue of its own, so that a client that does not read stops only the writing. If nobody can
    /// read any more, the program ends, and with it the commands.
    private func write(_ message: JSONValue) {
        let line = message.compactBytes + [UInt8(ascii: "\n")]
        output.async { [weak self] in
            guard Self.write(line) else {
                self?.stopCommands()
                exit(ExitStatus.success)
            }
        }
    }

    /// Writes all bytes to standard output, and returns whether that was possible.
    private static func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Ends the commands. It may run on the queue of the output, and must not wait for it.
    private func stopCommands() {
        let all = state.withLock { state in
            Array(state.running.values) + [state.watcher?.command.withLock(\.self)].compactMap(\.self)
        }
        for command in all { command.stop() }
    }
}
