import ArgumentParser
import ExperimentsCore
import ExperimentsProject
import FirebaseTemplates
import GoogleServiceAccount
import NcursesTerminal
import Variants

/// Any error that ends the program, as people and scripts are told of it.
struct Failure {
    private let error: any Error
    private let arguments: Arguments

    init(_ error: any Error, _ arguments: Arguments) {
        self.error = error
        self.arguments = arguments
    }

    /// Tells of it, and gives the exit status. With `--json`, standard output gets a document that says the same.
    func report() -> Int32 {
        if let exit = error as? ExitCode { return exit.rawValue }
        // Help, the version and completion scripts come as errors, too. To ask which ones puts an error into words,
        // which may be very many.
        if !(error is DocumentProblems), Experiments.exitCode(for: error) == .success {
            return print(Experiments.fullMessage(for: error))
        }
        StandardError.line(text)
        if arguments.asksForJSON { _ = print(FailureDocument(error, message: message).json.prettyText) }
        return ExitStatus.failure
    }

    /// Prints what the program made itself, such as help or a document, as it is.
    private func print(_ text: String) -> Int32 {
        do throws(CommandProblem) {
            try StandardOutput.exact(text + "\n")
            return ExitStatus.success
        } catch {
            StandardError.line("error: \(error.text)")
            return ExitStatus.failure
        }
    }

    private var text: StyledText {
        switch error {
        case let problem as CommandProblem: "error: \(problem.text)"
        case is FileProblem, is FetchFailure, is TerminalProblem, is FlagProblem, is ServiceAccountKeyError:
            "error: \(lines: "\(error)")"
        case is ProjectProblems, is TemplateFileProblems: "\(lines: "\(error)")"
        case let error as TemplateServiceError: "error: \(error)\(lines: error.advice.map { "\n" + $0 } ?? "")"
        case let conflict as TemplatePublisher.Conflict: StyledText(lines: ConflictText(conflict).text)
        case let problems as DocumentProblems:
            problems.problems.map { "error: \(lines: "\($0)")" }.joined(separator: "\n")
        default:
            "error: \(lines: Experiments.fullMessage(for: error).dropping(prefix: "Error: ") + subcommandAdvice)"
        }
    }

    private var message: String {
        switch error {
        case let problem as CommandProblem: problem.message
        case let problem as FileProblem: problem.message
        case let failure as FetchFailure: failure.summary
        case let problems as ProjectProblems: problems.problems.first?.message ?? "\(problems)"
        case let problems as DocumentProblems: problems.problems.first?.message ?? "\(problems)"
        case let problem as FlagProblem: "\(problem)"
        case let problems as TemplateFileProblems:
            problems.problems.first?.summary ?? "\(problems)"
        case let error as TemplateServiceError: "\(error)"
        case let error as ServiceAccountKeyError: error.message
        case let conflict as TemplatePublisher.Conflict: ConflictText(conflict).headline
        default: Experiments.message(for: error)
        }
    }

    /// The subcommand that a misspelt one was meant to be.
    private var subcommandAdvice: String {
        let names = Experiments.configuration.subcommands.compactMap { $0.configuration.commandName }
        guard let word = arguments.subcommand, !names.contains(word),
            let near = SpellingSuggestion.nearest(to: word, in: names)
        else { return "" }
        return "\nDid you mean `experiments \(near)`?"
    }
}

extension String {
    fileprivate func dropping(prefix: String) -> String {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    }
}
