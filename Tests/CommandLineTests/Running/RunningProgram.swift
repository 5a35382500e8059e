import Foundation
import Synchronization
import TestSupport

/// A program that runs, its output going to files that a test may look at all the while.
final class RunningProgram: Sendable {
    private let process: Mutex<Process>
    private let files: TemporaryFolder
    private let folders: [TemporaryFolder]

    /// - Parameter folders: are kept for as long as the program runs.
    init(
        _ program: String, _ arguments: [String], input: String, environment: [String: String], in folder: String,
        keeping folders: [TemporaryFolder]
    ) throws {
        self.folders = folders
        files = try TemporaryFolder()
        for name in ["output", "errors"] { try files.write("", to: name) }
        try files.write(input, to: "input")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = environment
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.standardInput = FileHandle(forReadingAtPath: files.path("input"))
        process.standardOutput = FileHandle(forWritingAtPath: files.path("output"))
        process.standardError = FileHandle(forWritingAtPath: files.path("errors"))
        try Self.withSignalsUnblocked { try process.run() }
        self.process = Mutex(process)
    }

    /// Test threads block signals, and a program inherits what the thread that starts it blocks.
    private static func withSignalsUnblocked(_ body: () throws -> Void) rethrows {
        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }

    deinit {
        process.withLock { if $0.isRunning { kill($0.processIdentifier, SIGKILL) } }
    }

    /// What it wrote to standard output so far.
    var output: String { (try? files.text(of: "output")) ?? "" }

    /// What it wrote to standard error so far.
    var errors: String { (try? files.text(of: "errors")) ?? "" }

    /// Waits until its output so far holds a text.
    func waitForOutput(_ text: String) async throws {
        do {
            try await eventually("\"\(text)\"") { output.contains(text) }
        } catch {
            throw DeadlineExpired(description: "\(error)\n--- output\n\(output)--- errors\n\(errors)")
        }
    }

    /// Sends it a signal.
    func send(_ signal: Int32) {
        _ = process.withLock { kill($0.processIdentifier, signal) }
    }

    /// Waits until it ends.
    func finished() async throws -> Finished {
        try await eventually("the program to end", within: .seconds(60)) { process.withLock { !$0.isRunning } }
        let status = process.withLock { process in
            process.terminationReason == .uncaughtSignal ? 128 + process.terminationStatus : process.terminationStatus
        }
        return Finished(status: status, output: output, errors: errors)
    }
}
