import ArgumentParser
import ExperimentsSupport
import Foundation

/// The program's entry. Not asynchronous: the dashboard must own the initial thread and block it.
@main
enum Program {
    nonisolated static func main() {
        // A closed pipe is an error of the write that finds it; a closed socket must not end the program.
        signal(SIGPIPE, SIG_IGN)
        FreedMemory.giveBackLargeBlocks()
        let arguments = Arguments(LaunchArguments.words)
        do {
            try run(arguments)
        } catch {
            exit(Failure(error, arguments).report())
        }
    }

    private static func run(_ arguments: Arguments) throws {
        if arguments.words.isEmpty { return try Dashboard(.usual).open() }
        if let options = GlobalOptions.alone(arguments.words) { return try Dashboard(options.settings).open() }
        // The parser would print the help of the program.
        if arguments.words.first == "help", let unknown = UnknownCommand(arguments.words, below: Experiments.self) {
            throw unknown.problem
        }
        let words = try arguments.forParser(Experiments.self)
        var command = try NamedCommand(words, below: Experiments.self)?.parsed() ?? Experiments.parseAsRoot(words)
        try command.run()
    }
}
