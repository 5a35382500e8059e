import ExperimentsSupport

/// The reason why an answer cannot be used.
struct AnswerFault: Error, Hashable {
    /// What is wrong, which decides what to do.
    enum Kind: Hashable {
        /// The program printed nothing.
        case empty
        /// It is only a part of an answer.
        case incomplete
        /// It is not CSV with the columns that were asked for.
        case otherText
        /// It is not UTF-8.
        case encoding
        /// A field is not a number, or not one that can be right.
        case number
    }

    let message: String
    let kind: Kind

    init(_ message: String, _ kind: Kind = .otherText) {
        self.message = message
        self.kind = kind
    }

    /// Returns what to do about it.
    ///
    /// - Parameters:
    ///   - program: the program that gave the answer.
    ///   - experiment: the experiment of the statement.
    func advice(about program: String, for experiment: String) -> String {
        let statement = "`experiments results sql \(ShellWord.quoted(experiment))` prints the statement"
        return switch kind {
        case .empty: "try it by hand: \(statement)"
        case .incomplete: "raise the number of rows that \(program) prints, such as `--max_rows` of bq"
        case .otherText: "make \(program) print the answer as CSV with a header, and nothing else"
        case .encoding: "make \(program) print UTF-8"
        case .number:
            "make \(program) print whole numbers with all digits, and fractions with a point; \(statement)"
        }
    }
}
