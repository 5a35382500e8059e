import ExperimentsCore

/// A JSON or YAML document of key and value, wherever it is kept.
package enum ValueDocument {
    /// Reads a document as a file source reads its file.
    ///
    /// - Parameter name: what messages call it. Ending in `.json`, `.yaml` or `.yml`, it is read as such; else by how it
    ///   begins.
    /// - Throws: `FileProblem` with the place.
    package static func entries(
        of bytes: [UInt8], named name: String
    ) throws(FileProblem) -> [String: Snapshot.Entry] {
        try FileSourceContent(bytes, path: name).entries
    }
}
