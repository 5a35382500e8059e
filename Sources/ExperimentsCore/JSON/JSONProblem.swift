/// Why a text is not JSON, and where.
public struct JSONProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, in a few words.
    public let message: String
    /// Where, as a count of bytes from the start.
    public let offset: Int
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in bytes.
    public let column: Int

    init(_ message: String, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
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
        self.message = message
        self.offset = offset
        self.line = line
        self.column = column
    }

    public var description: String { "\(message) at line \(line), column \(column)" }
}
