extension YAMLNode {
    /// Reads a YAML text that holds one document.
    ///
    /// A byte order mark is passed over. Two scalar keys of one mapping with the same text are an error, even where one
    /// is quoted and the other is not.
    ///
    /// - Parameter text: the whole text of a file.
    /// - Returns: nil if the text holds nothing but blank lines, comments and a document marker.
    /// - Throws: ``YAMLProblem`` for the first mistake in the text, with its place.
    public init?(parsing text: String) throws(YAMLProblem) {
        var text = text
        if text.unicodeScalars.first == "\u{FEFF}" { text.unicodeScalars.removeFirst() }
        switch BlockReader.read(text) {
        case .root(let root): self = root
        case .empty: return nil
        case .duplicate(let problem): throw problem
        case nil:
            guard let root = try ComposedDocument(text).root() else { return nil }
            self = root
        }
    }
}
