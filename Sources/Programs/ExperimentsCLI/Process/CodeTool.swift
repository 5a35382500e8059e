import ExperimentsCore
import ExperimentsSupport
import Foundation

/// `experiments-code`, which reads and writes Swift: a separate program, so that this one can be built without a parser
/// of Swift.
enum CodeTool {
    /// The name of the program.
    static let name = "experiments-code"
    /// The commands that it does, with the same words.
    static let commands = ["generate", "scan"]

    /// The path of the program: beside this one, or in a folder of `PATH`.
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
                --product \(name)`, and put it into a folder of PATH.
                """)
    }

    /// Runs the program instead of this one, with the same terminal, environment and exit status.
    ///
    /// - Throws: `CommandProblem` if it cannot be started.
    static func become(_ words: [String]) throws(CommandProblem) -> Never {
        let path = try path()
        var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + words).map { strdup($0) }
        arguments.append(nil)
        // A program that is started inherits which signals are ignored, and would fail at a closed pipe.
        signal(SIGPIPE, SIG_DFL)
        execv(path, arguments)
        throw CommandProblem("cannot start \(path): \(String(cString: strerror(errno)).lowercased())")
    }
}
