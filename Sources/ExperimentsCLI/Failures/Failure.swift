import ArgumentParser
import ExperimentsCore
import ExperimentsProject
import FirebaseTemplates
import GoogleServiceAccount
import MarkedYAML
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
        // Help, the version and completion scripts come as errors, too.
        if Experiments.exitCode(for: error) == .success { return print(Experiments.fullMessage(for: error)) }
        StandardError.line(text)
        if arguments.asksForJSON { _ = print(FailureDocument(error, message: message).json.prettyText) }
        return ExitStatus.failure
    }

    private func print(_ text: String) -> Int32 {
        do throws(CommandProblem) {
            try StandardOutput.line(text)
            return ExitStatus.success
        } catch {
            StandardError.line("error: \(error)")
            return ExitStatus.failure
        }
    }

    private var text: String {
        switch error {
        case is CommandProblem, is FileProblem, is FetchFailure, is TerminalProblem, is FlagProblem: "error: \(error)"
        case is ServiceAccountKeyError: "error: \(error)"
        case is ProjectProblems, is TemplateFileProblems: "\(error)"
        case let error as TemplateServiceError: "error: \(error)" + (error.advice.map { "\n" + $0 } ?? "")
        case let conflict as TemplatePublisher.Conflict: ConflictText(conflict).text
        case let problems as DocumentProblems: problems.problems.map { "error: \($0)" }.joined(separator: "\n")
        default: "error: \(Experiments.fullMessage(for: error).dropping(prefix: "Error: "))" + subcommandAdvice
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
    fileprivate func dropping(prefix: String) -> Substring {
        hasPrefix(prefix) ? dropFirst(prefix.count) : self[...]
    }
}
