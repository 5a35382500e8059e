import ExperimentsCore
import ExperimentsSupport

/// That a project may send a variable to a host.
struct Consent: Hashable {
    /// The project file's absolute path.
    let project: String
    /// The host's name or address.
    let host: String
    /// The variable's name.
    let variable: String
}

/// Remembers consents: `{"version": 1, "consents": [{"project", "host", "variable"}]}`.
struct ConsentStore {
    /// The file.
    let path: String
    private static let sizeLimit = 1 << 20

    /// The consents; empty if the file cannot be read, so that the question is asked again.
    var consents: Set<Consent> {
        guard let bytes = try? FileBytes.read(path, limit: Self.sizeLimit),
            let items = try? JSONValue(parsing: bytes).object?["consents"]?.array
        else { return [] }
        return Set(
            items.compactMap { item in
                guard let item = item.object, let project = item["project"]?.string, let host = item["host"]?.string,
                    let variable = item["variable"]?.string
                else { return nil }
                return Consent(project: project, host: host, variable: variable)
            })
    }

    /// Keeps one more.
    func add(_ consent: Consent) throws(FileProblem) {
        let all = consents.union([consent]).sorted {
            ($0.project, $0.host, $0.variable) < ($1.project, $1.host, $1.variable)
        }
        let items = all.map { consent -> JSONValue in
            [
                "project": .string(consent.project), "host": .string(consent.host),
                "variable": .string(consent.variable),
            ]
        }
        let document: JSONValue = ["version": 1, "consents": .array(items)]
        try AtomicFile.write(document.prettyBytes, to: path)
    }
}

/// Remembers which commands of project files the user allowed, by their digests: `{"version": 1, "allowed": [digest]}`.
struct AllowedCommands {
    /// The file.
    var path = Environment.stateFolder + "/commands.json"
    private static let sizeLimit = 4 << 20

    /// The allowed commands; empty if the file cannot be read, so that the question is asked again.
    var digests: Set<String> {
        guard let bytes = try? FileBytes.read(path, limit: Self.sizeLimit),
            let items = try? JSONValue(parsing: bytes).object?["allowed"]?.array
        else { return [] }
        return Set(items.compactMap(\.string))
    }

    /// Remembers one more.
    func add(_ digest: String) throws(FileProblem) {
        let all = digests.union([digest]).sorted().map(JSONValue.string)
        let document: JSONValue = ["version": 1, "allowed": .array(all)]
        try AtomicFile.write(document.prettyBytes, to: path, permissions: .ownerOnly)
    }
}
