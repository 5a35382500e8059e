import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport

/// An error that ends the program, in a form for people and for scripts.
struct Failure {
    private let error: any Error
    private let arguments: Arguments

    init(_ error: any Error, _ arguments: Arguments) {
        self.error = error
        self.arguments = arguments
    }

    /// Prints it, and returns the exit code. With `--json`, also prints a document to standard output.
    func report() -> Int32 {
        if let exit = error as? ExitCode { return exit.rawValue }
        // Help, the version and completion scripts are errors of the parser, too. Asking the parser for the exit code
        // formats the error, which may take long.
        if !(error is any OperatorError), Experiments.exitCode(for: error) == .success {
            let page = HelpPage(Experiments.fullMessage(for: error), of: Experiments.self)
            return print(CompletionScript.corrected(page.text))
        }
        if let problem = error as? any OperatorError ?? unknownCommand {
            StandardError.report(problem, as: "error")
            printDocument(of: Document(ErrorReport(problem).json))
            if problem.leavesOutcomeUnknown { return ExitStatus.outcomeUnknown }
        } else {
            let words = usageOfCommand ?? Experiments.fullMessage(for: error).dropping(prefix: "Error: ")
            let text = ParserText.message(withSuggestion(words)).withOptionalOptions
            StandardError.line("error: \(lines: text)")
            printDocument(of: ["message": ParserText.message(withSuggestion(Experiments.message(for: error)))]
            )
        }
        return ExitStatus.failure
    }

    /// Returns a message about an unknown option or an unexpected word, with a suggestion. The parser knows only the
    /// options that commands declare.
    private func withSuggestion(_ words: String) -> String {
        let (line, rest) = words.cut(atFirst: "\n").map { (String($0), "\n" + $1) } ?? (words, "")
        guard let place = try? CommandPlace(Experiments.self, after: arguments.words) else { return words }
        // The parser reports other problems first, which an unknown option may have caused.
        if !line.hasPrefix("Unknown option"), let option = place.unknownOption(in: arguments.words) {
            return withSuggestion("Unknown option '\(option)'" + rest.replacing(#/\nHelp: [^\n]*/#, with: ""))
        }
        if let key = line.wholeMatch(of: #/Unexpected argument '([-._A-Za-z0-9]+)'/#)?.1,
            ["check", "list"].contains(place.names.last)
        {
            return "\(line); use 'experiments list --filter key:\(key)' for the status of one key\(rest)"
        }
        guard let match = line.wholeMatch(of: #/Unknown option '(--?[^']*)'(\. Did you mean .*)?/#) else {
            return words
        }
        let option = String(match.1)
        if ["--output", "-o"].contains(option), !place.options.contains(option) {
            return "\(line); to write to a file, end the command with > FILE\(rest)"
        }
        guard !place.options.contains(option) else {
            return
                "Unknown option '\(option)' here; write it after '\(place.names.joined(separator: " "))'\(rest)"
        }
        if !option.hasScalarPrefix("--") {
            return "Unknown option '\(option)'; if it is not an option, write '--' before it\(rest)"
        }
        guard match.2 == nil, let near = SpellingSuggestion.nearest(to: option, in: place.options.sorted())
        else {
            return words
        }
        return "\(line). Did you mean '\(near)'?\(rest)"
    }

    /// The error for an unknown command. The parser would report the words after it instead.
    private var unknownCommand: (any OperatorError)? {
        // The value of an unknown option is in the place of a command.
        let message = Experiments.message(for: error)
        guard !message.hasPrefix("Unknown option") else { return nil }
        let isUnexpected =
            message.hasPrefix("Unexpected argument") || message.contains("unexpected arguments")
        return UnknownCommand(arguments.words, below: Experiments.self, isUnexpected: isUnexpected)?.problem
    }

    /// Prints `{"schema": 1, "error": {"message", …}}` if `--json` was given.
    ///
    /// - Parameter error: the members of `error`. They are created only in that case, because the parser builds its
    ///   messages again each time.
    private func printDocument(of error: @autoclosure () -> Document) {
        guard arguments.asksForJSON else { return }
        do throws(CommandProblem) {
            try StandardOutput.document(["error": error()])
        } catch {
            StandardError.report(error, as: "error")
        }
    }

    /// Prints text that the program generated, such as help or a document, unchanged.
    private func print(_ text: String) -> Int32 {
        do throws(CommandProblem) {
            try StandardOutput.exact(text + "\n")
            return ExitStatus.success
        } catch {
            StandardError.report(error, as: "error")
            return ExitStatus.failure
        }
    }

    /// The message of an error that a command found while it ran, with the usage of that command; nil for other errors.
    /// The parser no longer knows the command, and would show the usage of the program.
    private var usageOfCommand: String? {
        guard let error = error as? ValidationError,
            let place = try? CommandPlace(Experiments.self, after: arguments.words),
            let command = place.commands.last
        else { return nil }
        return """
            \(error.message)
            Usage: \(Experiments.usageString(for: command))
              See '\(place.names.joined(separator: " ")) --help' for more information.
            """
    }
}

extension String {
    fileprivate func dropping(prefix: String) -> String {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    }
}
