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

    func run(_ statement: String) async throws(ClientFailure) -> [UInt8] {
        guard let consent, consent.allows(warehouse) else {
            throw .notAllowed(advice: "use `experiments results` on a terminal to allow it")
        }
        return try await OwnThread.run { () throws(ClientFailure) in try answer(to: statement) }
    }

    private func answer(to statement: String) throws(ClientFailure) -> [UInt8] {
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
        let program: CommandProcess
        do throws(TerminalProblem) {
            program = try CommandProcess(
                words, environment: environment, folder: folder.isEmpty ? nil : folder, input: input.descriptor,
                errors: errors.descriptor)
        } catch {
            throw .notStarted(reason: ErrorReport.headline(of: error))
        }
        let number = RunningPrograms.shared.add(program)
        defer { RunningPrograms.shared.remove(number) }
        let deadline = Deadline()
        let limit = Double(warehouse.timeout.components.seconds)
        DispatchQueue.global().asyncAfter(deadline: .now() + limit) { [weak program] in
            deadline.isOver.withLock { $0 = true }
            program?.stop()
        }
        var output: [UInt8] = []
        switch program.read(limit: Self.outputLimit, { output += $0 }) {
        case .exited(0): return output
        case .exited(let status): throw .failed(status: status, errors: errors.text(limit: Self.errorLimit))
        case .signalled(let signal): throw .signalled(signal)
        case .stopped: throw deadline.isOver.withLock(\.self) ? ClientFailure.timedOut(warehouse.timeout) : .stopped
        case .flooded: throw .flooded(limit: Self.outputLimit)
        }
    }
}

/// Whether the time of a program is over.
private final class Deadline: Sendable {
    let isOver = Mutex(false)
}

/// The programs of warehouses that are running. They end with this program.
final class RunningPrograms: Sendable {
    static let shared = RunningPrograms()

    private let programs = Mutex<(count: Int, running: [Int: CommandProcess])>((0, [:]))

    fileprivate func add(_ program: CommandProcess) -> Int {
        programs.withLock { state in
            state.count += 1
            state.running[state.count] = program
            // The first program needs a handler for the end of this one.
            if state.count == 1 { _ = atexit { RunningPrograms.shared.stopAll() } }
            return state.count
        }
    }

    fileprivate func remove(_ number: Int) { programs.withLock { $0.running[number] = nil } }

    /// Does work during which a signal that ends this program also ends the programs of warehouses.
    static func endingWithThisProgram<Value>(_ work: () throws -> Value) rethrows -> Value {
        let signals = EndingSignals { exit(ExitStatus.interrupted) }
        defer { signals.cancel() }
        return try work()
    }

    /// Stops every program, and waits briefly for them to end.
    func stopAll() {
        let running = programs.withLock { Array($0.running.values) }
        for program in running { program.stop() }
        let deadline = ContinuousClock.now + .seconds(3)
        while programs.withLock({ !$0.running.isEmpty }), ContinuousClock.now < deadline { usleep(10_000) }
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
