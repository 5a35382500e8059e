import ExperimentsSupport
import Foundation

/// `experiments-code`, a separate program that reads and writes Swift, so that this program needs no Swift parser.
enum CodeTool {
    /// The name of the program.
    static let name = "experiments-code"
    /// The commands that it performs, with the same names.
    static let commands = ["generate", "scan"]

    /// Returns the path of the program: next to this one, or in a folder of `PATH`.
    ///
    /// - Throws: `CommandProblem` if it is not installed.
    static func path() throws(CommandProblem) -> String {
        let folders = [Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent().path]
        let named = (Environment["PATH"] ?? "").split(scalar: ":").map(String.init)
        let path = (folders.compactMap(\.self) + named).map { PathText.join($0, name) }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        if let path { return path }
        throw CommandProblem(
            "\(name), which reads and writes Swift sources, is not installed",
            advice: """
                `make install` installs it beside `experiments`. To build it alone, run `swift build -c release \
                --product \(name)`, and put it in a folder on your PATH.
                """)
    }

    /// Runs the program instead of this one, with the same terminal, environment and exit status.
    ///
    /// - Throws: `CommandProblem` if it cannot be started.
    static func become(_ words: [String]) throws(CommandProblem) -> Never {
        let path = try path()
        var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + words).map { strdup($0) }
        arguments.append(nil)
        // A new program inherits ignored signals, and would fail at a closed pipe.
        signal(SIGPIPE, SIG_DFL)
        execv(path, arguments)
        throw CommandProblem("cannot start \(path): \(String(cString: strerror(errno)).lowercased())")
    }
}
