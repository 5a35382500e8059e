import ExperimentsSupport

/// Runs statements in a warehouse, with the program that the project declares.
package protocol WarehouseClient: Sendable {
    /// Runs a statement, and returns what the program printed if it succeeded.
    ///
    /// - Throws: `ClientFailure` if the program cannot be run, failed, or took too long.
    func run(_ statement: String) async throws(ClientFailure) -> ClientAnswer
}

/// What a program printed.
package struct ClientAnswer: Sendable {
    /// Its standard output: the answer.
    package var output: [UInt8]
    /// Its standard error.
    package var errors: String

    package init(_ output: [UInt8], errors: String = "") {
        self.output = output
        self.errors = errors
    }
}

/// Why a program did not answer.
package enum ClientFailure: Error, Sendable, Hashable {
    /// The program may not be run, with what to do.
    case notAllowed(advice: String)
    /// The program could not be started.
    case notStarted(reason: String)
    /// The program ended with a status, and printed this.
    case failed(status: Int32, errors: String)
    /// The program was ended by a signal.
    case signalled(Int32)
    /// The program did not end in time.
    case timedOut(Duration)
    /// The program printed too much.
    case flooded(limit: Int)
    /// The program was stopped, because nobody waits for it any more.
    case stopped
}

/// An error of a warehouse, for people.
package struct WarehouseProblem: Error, Sendable, Hashable, OperatorError {
    package let message: String
    package let advice: String?

    package init(_ message: String, advice: String? = nil) {
        self.message = message
        self.advice = advice
    }

    /// Creates the problem of a program that did not answer.
    ///
    /// - Parameters:
    ///   - program: the first word of the command.
    ///   - experiment: the experiment of the statement.
    package init(_ failure: ClientFailure, of program: String, for experiment: String) {
        let statement = "the statement of \(Quotation.of(experiment))"
        let trial =
            "try it by hand: `experiments results sql \(ShellWord.quoted(experiment))` prints the statement"
        switch failure {
        case .notAllowed(let advice):
            self.init("the project may not run \(program) to count events in its warehouse", advice: advice)
        case .notStarted(let reason):
            self.init(
                "cannot run \(program), which counts events in the warehouse: \(reason)",
                advice: "install it, or correct `command` under `warehouse` in the project file")
        case .failed(let status, let errors):
            let words = Self.shortened(errors)
            self.init(
                "\(program) failed with status \(status) for \(statement)"
                    + (words.isEmpty ? ", without a message" : ": \(words)"), advice: trial)
        case .signalled(let signal):
            self.init("\(program) was ended by signal \(signal) during \(statement)", advice: trial)
        case .timedOut(let limit):
            self.init(
                "\(program) did not finish \(statement) in \(DurationText.text(of: limit))",
                advice:
                    "set a longer `timeout` under `warehouse` in the project file, or see where the time goes: "
                    + "`experiments results sql \(ShellWord.quoted(experiment)) --explain`")
        case .flooded(let limit):
            self.init(
                "\(program) printed more than \(limit >> 20) MB for \(statement)",
                advice: "make it print only the answer, as CSV")
        case .stopped: self.init("\(program) was stopped during \(statement)")
        }
    }

    /// Creates the problem of an answer that cannot be used. Some programs report success after an error, so what else
    /// they printed may be the reason.
    init(_ fault: AnswerFault, in answer: ClientAnswer, of program: String, for experiment: String) {
        let words = Self.shortened(answer.errors)
        self.init(
            "\(fault.message) (\(program), for \(Quotation.of(experiment)))"
                + (words.isEmpty ? "" : "; \(program) reported: \(words)"),
            advice: fault.advice(about: program, for: experiment))
    }

    /// Returns the first lines of what a program printed, on one line.
    private static func shortened(_ errors: String) -> String {
        let lines = errors.split(scalar: "\n").map { ShownText.trimmed(String($0)) }.filter { !$0.isEmpty }
        let text = lines.prefix(6).joined(separator: " | ")
        return text.count > 600 ? text.prefix(600) + "…" : text
    }
}

/// Text of programs, for one line of a message.
enum ShownText {
    /// Returns a text without control characters, and without blanks around it.
    static func trimmed(_ text: String) -> String {
        let visible = text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: visible)
        let parts = String(view).split(scalar: " ")
        return parts.joined(separator: " ")
    }
}
