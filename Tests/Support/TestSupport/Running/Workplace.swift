import Foundation

/// A folder with a home of its own, in which the program is run as scripts run it: without a terminal.
public struct Workplace: Sendable {
    /// The working directory of the program.
    public let folder: TemporaryFolder
    private let home: TemporaryFolder

    /// Makes both, empty.
    public init() throws {
        folder = try TemporaryFolder()
        home = try TemporaryFolder()
    }

    /// The program: the one named in `EXPERIMENTS_BINARY`, else the one built together with the tests.
    public static let program =
        ProcessInfo.processInfo.environment["EXPERIMENTS_BINARY"] ?? BuiltProducts.path("experiments")

    /// The variables that the program is run with.
    public var environment: [String: String] {
        [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": home.path,
            "TMPDIR": home.path, "LANG": "C.UTF-8", "TZ": "UTC", "USER": "tester",
            "SWIFT_BACKTRACE": "enable=no",
        ]
    }

    /// The home folder's path.
    public var homePath: String { home.path }

    /// Runs the program to its end.
    ///
    /// - Parameters:
    ///   - input: what it finds on standard input.
    ///   - variables: more variables; nil removes one.
    ///   - subfolder: where to run it, below the working directory.
    public func run(
        _ arguments: String..., input: String = "", with variables: [String: String?] = [:],
        in subfolder: String = ""
    ) async throws -> Finished {
        try await run(Self.program, arguments, input: input, with: variables, in: subfolder)
    }

    /// Runs a script of the shell, in which `experiments` is the program, to its end.
    public func shell(_ script: String, with variables: [String: String?] = [:]) async throws -> Finished {
        let named = "experiments() { \"$EXPERIMENTS\" \"$@\"; }\n" + script
        var variables = variables
        variables["EXPERIMENTS"] = Self.program
        return try await run("/bin/bash", ["-c", named], with: variables)
    }

    /// Writes a script that can be started as a program, and gives its path.
    ///
    /// Another program makes the file. If this one had it open for writing, a test that starts a program at that moment
    /// would pass it on, and the system refuses to start a file that is open for writing.
    public func writeProgram(_ script: String, to name: String) async throws -> String {
        let text = try folder.write(script, to: name + ".text")
        let file = folder.path(name)
        let made = try await run("/bin/sh", ["-c", "cp \"$0\" \"$1\" && chmod 755 \"$1\"", text, file])
        guard made.status == 0 else { throw CocoaError(.fileWriteUnknown) }
        return file
    }

    /// Runs any program to its end.
    public func run(
        _ program: String, _ arguments: [String], input: String = "", with variables: [String: String?] = [:],
        in subfolder: String = ""
    ) async throws -> Finished {
        let running = try start(program, arguments, input: input, with: variables, in: subfolder)
        return try await running.finished()
    }

    /// Starts the program and leaves it running.
    public func start(_ arguments: String..., with variables: [String: String?] = [:]) throws
        -> RunningProgram
    {
        try start(arguments, with: variables)
    }

    /// Starts the program and leaves it running.
    public func start(_ arguments: [String], with variables: [String: String?] = [:]) throws -> RunningProgram
    {
        try start(Self.program, arguments, with: variables)
    }

    /// Starts any program and leaves it running.
    public func start(
        _ program: String, _ arguments: [String], input: String = "", with variables: [String: String?] = [:],
        in subfolder: String = ""
    ) throws -> RunningProgram {
        var environment = environment
        for (name, value) in variables { environment[name] = value }
        return try RunningProgram(
            program, arguments, input: input, environment: environment,
            in: subfolder.isEmpty ? folder.path : folder.path(subfolder), keeping: [folder, home])
    }
}
