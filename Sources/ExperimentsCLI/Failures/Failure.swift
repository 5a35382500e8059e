import ArgumentParser
import ExperimentsCore

/// Any error that ends the program, as people and scripts are told of it.
struct Failure {
    private let error: any Error

    init(_ error: any Error) {
        self.error = error
    }

    /// Tells of it and gives the exit status. With `asJSON`, standard output gets a document that says the same.
    func report(asJSON: Bool) -> Int32 {
        if let exit = error as? ExitCode { return exit.rawValue }
        // Help, the version and completion scripts come as errors, too.
        guard Experiments.exitCode(for: error) != .success else {
            return written(Experiments.fullMessage(for: error))
        }
        StandardError.line(text)
        if asJSON { _ = written(FailureDocument(error, message: message).json.prettyText) }
        return ExitStatus.failure
    }

    private func written(_ text: String) -> Int32 {
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
        case is CommandProblem, is FileProblem, is FetchFailure: "error: \(error)"
        default: Experiments.fullMessage(for: error).replacingPrefix("Error: ", with: "error: ")
        }
    }

    private var message: String {
        switch error {
        case let problem as CommandProblem: problem.message
        case let problem as FileProblem: problem.message
        case let failure as FetchFailure: failure.summary
        default: Experiments.message(for: error)
        }
    }
}

extension String {
    fileprivate func replacingPrefix(_ prefix: String, with other: String) -> String {
        hasPrefix(prefix) ? other + dropFirst(prefix.count) : self
    }
}
