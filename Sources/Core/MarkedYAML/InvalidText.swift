/// Bytes that are no UTF-8.
enum InvalidText {
    /// The first place that cannot be decoded.
    static func problem(in bytes: [UInt8]) -> YAMLProblem {
        var decoder = UTF8()
        var input = bytes.makeIterator()
        var line = 1
        var column = 1
        while true {
            switch decoder.decode(&input) {
            case .scalarValue("\n"):
                line += 1
                column = 1
            case .scalarValue("\u{FEFF}") where line == 1 && column == 1: break
            case .scalarValue: column += 1
            case .emptyInput, .error:
                return YAMLProblem("the text is not valid UTF-8; save the file as UTF-8", line: line, column: column)
            }
        }
    }
}
