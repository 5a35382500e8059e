import ExperimentsCore

/// A JSON or YAML document of keys and values, wherever it is stored.
package enum ValueDocument {
    /// Reads a document in the same way as a file source reads its file.
    ///
    /// - Parameter name: the name of the document in messages. If it ends in `.json`, `.yaml` or `.yml`, the document
    ///   is read in that format; otherwise its beginning decides.
    /// - Throws: `FileProblem` with the place.
    package static func entries(
        of bytes: [UInt8], named name: String
    ) throws(FileProblem) -> [String: Snapshot.Entry] {
        try FileSourceContent(bytes, path: name).entries
    }
}
