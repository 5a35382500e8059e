import ExperimentsCore

/// What a program did, once it has ended.
public struct Finished: Sendable, CustomStringConvertible {
    /// Its exit status, or 128 plus the signal that ended it.
    public let status: Int32
    /// What it wrote to standard output.
    public let output: String
    /// What it wrote to standard error.
    public let errors: String

    /// The lines of standard output.
    public var lines: [Substring] { output.split(separator: "\n") }

    /// Standard output as the one JSON document that it must be.
    public func json() throws -> JSONValue {
        try JSONValue(parsing: output)
    }

    public var description: String { "status \(status)\n--- output\n\(output)--- errors\n\(errors)" }
}
