import ExperimentsCore

/// Text files, read with the place of what is not text.
enum TextFile {
    /// The whole text of a file, without a byte order mark.
    static func read(_ path: String, limit: Int) throws(FileProblem) -> (text: String, bytes: Int) {
        let bytes = try FileBytes.read(path, limit: limit)
        return (try text(of: bytes, path: path), bytes.count)
    }

    static func text(of bytes: [UInt8], path: String) throws(FileProblem) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let (line, column) = firstInvalid(in: bytes)
            throw FileProblem(
                path: path, message: "is not valid UTF-8", line: line, column: column,
                advice: "save the file as UTF-8")
        }
        return text
    }

    /// The first place that is not UTF-8: where decoding with repairs first differs from what is there.
    private static func firstInvalid(in bytes: [UInt8]) -> (line: Int, column: Int) {
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
            case .emptyInput, .error: return (line, column)
            }
        }
    }
}
