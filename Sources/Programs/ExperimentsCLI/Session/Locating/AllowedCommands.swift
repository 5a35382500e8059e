import ExperimentsSupport

/// Remembers the commands in project files that the user allowed, by their digests: `{"version": 1, "allowed":
/// [digest]}`.
struct AllowedCommands {
    private let path = Environment.stateFolder + "/commands.json"
    private static let sizeLimit = 4 << 20

    /// The allowed commands; empty if the file cannot be read, so that the question is asked again.
    var digests: Set<String> {
        guard let bytes = try? FileBytes.read(path, limit: Self.sizeLimit),
            let items = try? JSONValue(parsing: bytes).object?["allowed"]?.array
        else { return [] }
        return Set(items.compactMap(\.string))
    }

    /// Adds a digest.
    func add(_ digest: String) throws(FileProblem) {
        let all = digests.union([digest]).sorted().map(JSONValue.string)
        let document: JSONValue = ["version": 1, "allowed": .array(all)]
        try AtomicFile.write(document.prettyBytes, to: path, permissions: .ownerOnly)
    }
}
