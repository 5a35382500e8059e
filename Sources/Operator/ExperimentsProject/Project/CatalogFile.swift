import ExperimentsCore

/// Reads the catalog in a project file, or in a file with only `keys:`.
public enum CatalogFile {
    /// Returns the keys in the file at `path`; none if there is no file.
    ///
    /// - Throws: `FileProblem`, or `ProjectProblems` with all mistakes in the file.
    public static func keys(in path: String) throws -> [CatalogKey] { try project(in: path)?.keys ?? [] }

    /// Reads the file at `path`; nil if it does not exist. A file with only `keys:` has no source.
    ///
    /// - Throws: `FileProblem`, or `ProjectProblems` with all mistakes in the file.
    public static func project(in path: String) throws -> Project? {
        guard let bytes = try FileBytes.readIfPresent(path) else { return nil }
        guard let text = String(validUTF8: bytes) else {
            throw FileProblem(
                path: path, message: "is not UTF-8 text", advice: "save it as UTF-8 and try again")
        }
        return try Project(parsing: completed(text), path: path)
    }

    /// Returns the keys in the text of such a file.
    ///
    /// - Throws: `ProjectProblems` with all mistakes in the text.
    public static func keys(parsing text: String, path: String) throws(ProjectProblems) -> [CatalogKey] {
        try Project(parsing: completed(text), path: path).keys
    }

    /// Adds a source at the end of a file with only keys, because a project needs one. No line moves.
    private static func completed(_ text: String) -> String {
        let hasSource = text.split(scalar: "\n").contains {
            $0.hasPrefix("source:") || $0.hasPrefix("sources:")
        }
        return hasSource ? text : text + "\nsource: {kind: file, path: none.json}\n"
    }
}
