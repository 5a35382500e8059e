import Dispatch
import ExperimentsCore
import ExperimentsLocks
import ExperimentsNcurses
import ExperimentsProject
import ExperimentsSupport
import ExperimentsWarehouse
import Foundation

/// Runs the program that asks the warehouse of a project: with its arguments, without a shell and without a terminal,
/// like the dashboard's own commands.
struct WarehouseProgram: WarehouseClient {
    private let warehouse: ProjectWarehouse
    /// The folder in which it runs: that of the project file.
    private let folder: String
    /// Decides whether it may be run; nil if it may not.
    private let consent: EnvironmentConsent?

    /// The largest answer, in bytes.
    private static let outputLimit = 256 << 20
    /// The part of its errors that is shown.
    private static let errorLimit = 64 << 10

    init(_ warehouse: ProjectWarehouse, folder: String, consent: EnvironmentConsent?) {
        self.warehouse = warehouse
        self.folder = folder
        self.consent = consent
    }

    func run(_ statement: String) async throws(ClientFailure) -> ClientAnswer {
        guard let consent, consent.allows(warehouse) else {
            throw .notAllowed(advice: "use `experiments results` on a terminal to allow it")
        }
        return try await OwnThread.run { () throws(ClientFailure) in try answer(to: statement) }
    }

    private func answer(to statement: String) throws(ClientFailure) -> ClientAnswer {
        let takesArgument = warehouse.command.contains {
            $0.utf8.firstRange(of: ProjectWarehouse.statementWord.utf8) != nil
        }
        let words = warehouse.command.map {
            takesArgument ? $0.replacing(ProjectWarehouse.statementWord, with: statement) : $0
        }
        guard let input = ScratchFile(takesArgument ? "" : statement), let errors = ScratchFile() else {
            throw .notStarted(reason: "no temporary file can be created")
        }
        // Programs should not color or page what they print, because there is no terminal.
        let environment = ProcessInfo.processInfo.environment.merging(["TERM": "dumb"]) { $1 }
        let (number, program) = try RunningPrograms.shared.start { () throws(ClientFailure) in
            do throws(TerminalProblem) {
                return try CommandProcess(
                    words, environment: environment, folder: folder.isEmpty ? nil : folder,
                    input: input.descriptor,
                    errors: errors.descriptor)
            } catch {
                throw ClientFailure.notStarted(reason: ErrorReport.headline(of: error))
            }
        }
        defer {
            // A signal is ending this program. An answer now would end it with the status of a failure instead.
            if RunningPrograms.shared.remove(number) { while true { sleep(1) } }
        }
        let deadline = Deadline()
        let limit = Double(warehouse.timeout.components.seconds)
        DispatchQueue.global().asyncAfter(deadline: .now() + limit) { [weak program] in
            deadline.isOver.withLock { $0 = true }
            program?.stop()
        }
        var output: [UInt8] = []
        switch program.read(limit: Self.outputLimit, { output += $0 }) {
        case .exited(0): return ClientAnswer(output, errors: errors.text(limit: Self.errorLimit))
        case .exited(let status): throw .failed(status: status, errors: errors.text(limit: Self.errorLimit))
        case .signalled(let signal): throw .signalled(signal)
        case .stopped:
            throw deadline.isOver.withLock(\.self) ? ClientFailure.timedOut(warehouse.timeout) : .stopped
        case .flooded: throw .flooded(limit: Self.outputLimit)
        }
    }
}

/// Whether the time of a program is over.
private final class Deadline: Sendable {
    let isOver = Mutex(false)
}

/// The programs of warehouses that are running. They end with this program, also if a signal ends it.
final class RunningPrograms: Sendable {
    static let shared = RunningPrograms()

    private struct State {
        var count = 0
        var running: [Int: CommandProcess] = [:]
        /// Whether this program ends, so that no other may be started.
        var isEnding = false
        /// Whether a dashboard handles signals, or will.
        var leavesSignals = false
        /// Ends this program after a signal; nil if no program is running, or if another part of this one does that.
        var signals: EndingSignals?
    }

    private let state = Mutex(State())

    /// Starts a program.
    ///
    /// - Parameter start: starts it. If this program ends meanwhile, it waits, so that it knows what to stop.
    fileprivate func start(
        _ start: () throws(ClientFailure) -> CommandProcess
    ) throws(ClientFailure) -> (number: Int, program: CommandProcess) {
        try state.withLock { state throws(ClientFailure) in
            guard !state.isEnding else { throw ClientFailure.stopped }
            // The first program needs a handler for the end of this one.
            if state.count == 0 { _ = atexit { RunningPrograms.shared.stopAll() } }
            if state.signals == nil, !state.leavesSignals, EndingSignals.areUnhandled {
                state.signals = EndingSignals(leavingIgnored: true) { exit(ExitStatus.interrupted) }
            }
            let program = try start()
            state.count += 1
            state.running[state.count] = program
            return (state.count, program)
        }
    }

    /// Returns whether this program is ending.
    fileprivate func remove(_ number: Int) -> Bool {
        state.withLock { state in
            state.running[number] = nil
            guard state.running.isEmpty, !state.isEnding else { return state.isEnding }
            state.signals?.cancel()
            state.signals = nil
            return false
        }
    }

    /// Leaves signals to a dashboard, which ends the program in its own way.
    func leaveSignals() {
        state.withLock { state in
            state.leavesSignals = true
            state.signals?.cancel()
            state.signals = nil
        }
    }

    /// Stops every program, and waits briefly for them to end.
    private func stopAll() {
        let running = state.withLock { state in
            state.isEnding = true
            return Array(state.running.values)
        }
        for program in running { program.stop() }
        let deadline = ContinuousClock.now + .seconds(3)
        while state.withLock({ !$0.running.isEmpty }), ContinuousClock.now < deadline { usleep(10_000) }
    }
}

/// A file without a name, which is gone when it is closed.
private final class ScratchFile: Sendable {
    let descriptor: Int32

    /// Creates a file that is read from its start; nil if that is not possible.
    init?(_ text: String = "") {
        let pattern = PathText.join(FileManager.default.temporaryDirectory.path, "experiments.XXXXXX")
        var path = Array(pattern.utf8CString)
        let file = mkstemp(&path)
        guard file >= 0 else { return nil }
        unlink(path)
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            guard count > 0 else {
                close(file)
                return nil
            }
            rest = rest.dropFirst(count)
        }
        lseek(file, 0, SEEK_SET)
        descriptor = file
    }

    deinit { close(descriptor) }

    /// Returns what was written to it.
    func text(limit: Int) -> String {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
