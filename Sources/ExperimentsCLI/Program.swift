import ArgumentParser
import Foundation

/// The program's entry. Not asynchronous: the dashboard must own the initial thread and block it.
@main
enum Program {
    nonisolated static func main() {
        // A closed pipe is an error of the write that finds it; a closed socket must not end the program.
        signal(SIGPIPE, SIG_IGN)
        exit(run(Array(CommandLine.arguments.dropFirst())))
    }

    private static func run(_ arguments: [String]) -> Int32 {
        do {
            var command = try Experiments.parseAsRoot(arguments)
            try command.run()
            return ExitStatus.success
        } catch {
            return Failure(error).report(asJSON: arguments.prefix { $0 != "--" }.contains("--json"))
        }
    }
}
