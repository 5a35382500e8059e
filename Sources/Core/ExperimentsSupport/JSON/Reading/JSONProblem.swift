/// The reason why a text is not JSON, and the place of the mistake.
public struct JSONProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What is wrong, in a few words.
    public let message: String
    /// The place, as a number of bytes from the start.
    public let offset: Int
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in bytes.
    public let column: Int

    init(_ message: String, at offset: Int, in bytes: [UInt8]) {
        self.message = message
        self.offset = offset
        (line, column) = Self.place(of: offset, in: bytes)
    }

    package var place: ErrorPlace? { ErrorPlace(line: line, column: column) }

    /// Returns the line and column of a byte, both from 1.
    static func place(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
        var line = 1
        var column = 1
        for byte in bytes.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else {
                column += 1
            }
        }
        return (line, column)
    }

    /// `unexpected 'x' where a value should be at line 3, column 7`.
    public var description: String { "\(message) at line \(line), column \(column)" }
}
