import ExperimentsCore

/// What a program did, once it has ended.
struct Finished: CustomStringConvertible {
    /// Its exit status, or 128 plus the signal that ended it.
    let status: Int32
    /// What it wrote to standard output.
    let output: String
    /// What it wrote to standard error.
    let errors: String

    /// The lines of standard output.
    var lines: [Substring] { output.split(separator: "\n") }

    /// Standard output as the one JSON document that it must be.
    func json() throws -> JSONValue {
        try JSONValue(parsing: output)
    }

    var description: String { "status \(status)\n--- output\n\(output)--- errors\n\(errors)" }
}
