import ExperimentsSupport

extension YAMLNode {
    /// Reads a YAML text that holds one document.
    ///
    /// A byte order mark is ignored. Two scalar keys with the same text in one mapping are an error, even if only one
    /// of them is quoted.
    ///
    /// - Parameter text: the whole text of a file.
    /// - Returns: nil if the text contains only blank lines, comments and a document marker.
    /// - Throws: ``YAMLProblem`` for the first mistake in the text, with its location.
    package init?(parsing text: String) throws(YAMLProblem) {
        var text = text
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        do {
            var document = ComposedDocument(text)
            guard let root = try document.root() else { return nil }
            self = root
        } catch {
            throw error.cause(in: text) ?? error
        }
    }

    /// Reads the bytes of a file that contains one YAML document, in UTF-8.
    ///
    /// - Returns: nil if there are only blank lines, comments and a document marker.
    /// - Throws: ``YAMLProblem`` for the first mistake, with its place. Bytes that are not UTF-8 are such a mistake.
    package init?(parsing bytes: [UInt8]) throws(YAMLProblem) {
        guard UTF16Order(of: bytes) == nil else { throw YAMLProblem(UTF16Order.message, line: 1, column: 1) }
        guard let text = String(validUTF8: bytes) else { throw YAMLProblem.ofInvalidText(in: bytes) }
        try self.init(parsing: text)
    }
}

/// Checks bytes that are not UTF-8.
extension YAMLProblem {
    /// Returns the problem at the first place that cannot be decoded.
    static func ofInvalidText(in bytes: [UInt8]) -> YAMLProblem {
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
                return YAMLProblem(
                    "the text is not valid UTF-8; save the file as UTF-8", line: line, column: column)
            }
        }
    }
}
