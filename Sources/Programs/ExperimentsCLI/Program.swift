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
        let arguments = Arguments(.ofProcess)
        do {
            try run(arguments)
        } catch {
            exit(Failure(error, arguments).report())
        }
    }

    private static func run(_ arguments: Arguments) throws {
        // The parser would take options of the other program for its own.
        if let name = arguments.words.first, CodeTool.commands.contains(name), arguments.namesMoreThanHelp {
            try CodeTool.become(arguments.words)
        }
        // The parser would print the help of the program.
        if arguments.words.first == "help", let unknown = UnknownCommand(arguments.words, below: Experiments.self) {
            throw unknown.problem
        }
        var command = try Experiments.parseAsRoot(arguments.forParser(Experiments.self))
        try command.run()
    }
}
