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
        let arguments = Arguments(Array(CommandLine.arguments.dropFirst()))
        do {
            try run(arguments)
        } catch {
            exit(Failure(error, arguments).report())
        }
    }

    private static func run(_ arguments: Arguments) throws {
        if arguments.words.isEmpty { return try Dashboard(.usual).open() }
        if let options = GlobalOptions.alone(arguments.words) { return try Dashboard(options.settings).open() }
        let words = try arguments.forParser(Experiments.self)
        var command = try NamedCommand(words, below: Experiments.self)?.parsed() ?? parsed(words)
        try command.run()
    }

    private static func parsed(_ words: [String]) throws -> any ParsableCommand {
        // The parser answers `help` for an unknown command with the help of the whole program.
        if words.first == "help", let unknown = UnknownCommand(Array(words.dropFirst()), below: Experiments.self) {
            throw unknown.problem
        }
        do {
            return try Experiments.parseAsRoot(words)
        } catch {
            throw UnknownCommand(words, below: Experiments.self)?.problem ?? error
        }
    }
}
