import Foundation
import TestSupport

/// A tmux server of a test's own: a real terminal emulator, driven by commands. It ends with the value, and with the process
/// of the tests, however that ends.
final class Tmux: Sendable {
    /// Where tmux is; nil where it is not installed.
    static let program: String? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/tmux" }.first { access($0, X_OK) == 0 }
    }()

    /// Why tests are skipped where it is not.
    static let absence = "tmux is not installed; `make test` installs it"

    private let program: String
    private let socket: String
    private let files: TemporaryFolder
    /// The end of a pipe that is open as long as this process runs.
    private let lifeline: Int32

    init() throws {
        guard let program = Self.program else { throw TmuxProblem(description: Self.absence) }
        self.program = program
        files = try TemporaryFolder()
        // Short, because the path of a socket may have 107 bytes at most.
        socket = "/tmp/experiments-tmux-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        let pipe = files.path + "/lifeline"
        guard mkfifo(pipe, 0o600) == 0 else { throw TmuxProblem(description: "cannot make \(pipe)") }
        // For reading as well, because opening it for writing alone would wait for a reader.
        lifeline = open(pipe, O_RDWR | O_CLOEXEC)
    }

    deinit {
        _ = try? run(["kill-server"])
        close(lifeline)
        unlink(socket)
    }

    /// Starts a session, with a job beside it that ends the server when this process is gone.
    func start(_ session: [String], environment: [String: String]) throws {
        try run(["new-session", "-d"] + session, environment: environment)
        try run([
            "run-shell", "-b",
            "cat '\(files.path)/lifeline'; '\(program)' -S '\(socket)' kill-server; rm -f '\(socket)'",
        ])
    }

    /// Runs a tmux command to its end, and gives what it prints.
    @discardableResult
    func run(_ arguments: [String], environment: [String: String]? = nil) throws -> String {
        let name = UUID().uuidString
        let output = try files.write("", to: name)
        let client = try ChildProcess(
            program, ["-S", socket, "-f", "/dev/null"] + arguments,
            environment: environment ?? ProcessInfo.processInfo.environment, in: files.path, output: output,
            errors: output)
        let status = client.wait()
        let text = try files.text(of: name)
        unlink(output)
        guard status == 0 else {
            throw TmuxProblem(description: "tmux \(arguments.joined(separator: " ")): \(text)")
        }
        return text
    }
}

/// Why tmux did not do what it was asked.
struct TmuxProblem: Error, CustomStringConvertible {
    let description: String
}
