import Foundation

/// A program that runs, its output going to files that a test may look at all the while.
public final class RunningProgram: Sendable {
    private let process: ChildProcess
    private let files: TemporaryFolder
    private let folders: [TemporaryFolder]

    /// - Parameter folders: are kept for as long as the program runs.
    init(
        _ program: String, _ arguments: [String], input: String, environment: [String: String],
        in folder: String,
        keeping folders: [TemporaryFolder]
    ) throws {
        self.folders = folders
        files = try TemporaryFolder()
        process = try ChildProcess(
            program, arguments, environment: environment, in: folder, input: files.write(input, to: "input"),
            output: files.write("", to: "output"), errors: files.write("", to: "errors"))
    }

    /// Its process id.
    public var id: pid_t { process.id }

    /// Its exit status, or 128 plus the signal that ended it; nil while it runs.
    public var status: Int32? { process.status }

    /// What it wrote to standard output so far.
    public var output: String { (try? files.text(of: "output")) ?? "" }

    /// What it wrote to standard error so far.
    public var errors: String { (try? files.text(of: "errors")) ?? "" }

    /// Both, byte by byte.
    public var bytes: Data {
        ["output", "errors"].reduce(into: Data()) { bytes, name in
            bytes += FileManager.default.contents(atPath: files.path(name)) ?? Data()
        }
    }

    /// Waits until its output so far holds a text.
    public func waitForOutput(_ text: String) async throws {
        do {
            try await eventually("\"\(text)\"") { output.contains(text) }
        } catch {
            throw DeadlineExpired(description: "\(error)\n--- output\n\(output)--- errors\n\(errors)")
        }
    }

    /// Waits until it ends by itself or has printed something, and then interrupts it: for programs that may run on.
    public func finishedOrInterrupted() async throws -> Finished {
        try await eventually("output or an end", within: .seconds(60)) {
            process.status != nil || !output.isEmpty
        }
        if process.status == nil { process.send(SIGINT) }
        return try await finished()
    }

    /// Sends it a signal.
    public func send(_ signal: Int32) {
        process.send(signal)
    }

    /// Kills it after some time, and waits until it has ended. Tests take the time at random, because whatever the program
    /// does at that moment must do no harm: it is a fault, and there is no event to wait for.
    public func killed(after delay: Duration) async throws -> Finished {
        try await ContinuousClock().sleep(for: delay)
        send(SIGKILL)
        return try await finished()
    }

    /// Waits until it ends.
    public func finished() async throws -> Finished {
        let status = try await eventually(
            "the program to end", within: .seconds(180), value: { process.status })
        return Finished(status: status, output: output, errors: errors)
    }
}
