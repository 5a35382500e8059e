import Foundation
import TestSupport

/// A program that runs, its output going to files that a test may look at all the while.
final class RunningProgram: Sendable {
    private let process: ChildProcess
    private let files: TemporaryFolder
    private let folders: [TemporaryFolder]

    /// - Parameter folders: are kept for as long as the program runs.
    init(
        _ program: String, _ arguments: [String], input: String, environment: [String: String], in folder: String,
        keeping folders: [TemporaryFolder]
    ) throws {
        self.folders = folders
        files = try TemporaryFolder()
        process = try ChildProcess(
            program, arguments, environment: environment, in: folder, input: files.write(input, to: "input"),
            output: files.write("", to: "output"), errors: files.write("", to: "errors"))
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
        process.send(signal)
    }

    /// Waits until it ends.
    func finished() async throws -> Finished {
        let status = try await eventually("the program to end", within: .seconds(60), value: { process.status })
        return Finished(status: status, output: output, errors: errors)
    }
}
