import ExperimentsSupport

/// Something that can be read by its address.
enum Resource: Sendable, Hashable {
    /// The project file, without its secrets.
    case project
    /// A key, with its value and why.
    case key(String)
    /// An experiment, with its results.
    case experiment(String)
    /// The help of a command; empty for that of the program.
    case help(String)

    private static let scheme = "experiments://"

    /// Reads an address; nil if it is not one of a resource.
    init?(_ address: String) {
        guard address.hasPrefix(Self.scheme) else { return nil }
        let rest = address.dropFirst(Self.scheme.count)
        if rest == "project" {
            self = .project
            return
        }
        guard let slash = rest.firstIndex(of: "/") else {
            guard rest == "help" else { return nil }
            self = .help("")
            return
        }
        let name = String(rest[rest.index(after: slash)...])
        guard let name = name.percentDecoded, !name.isEmpty else { return nil }
        switch rest[..<slash] {
        case "keys": self = .key(name)
        case "experiments": self = .experiment(name)
        case "help":
            guard !name.hasPrefix("-"), name.utf8.allSatisfy({ $0.isWordByte }) else { return nil }
            self = .help(name)
        default: return nil
        }
    }

    var address: String {
        switch self {
        case .project: Self.scheme + "project"
        case .key(let name): Self.scheme + "keys/" + name.percentEncoded
        case .experiment(let name): Self.scheme + "experiments/" + name.percentEncoded
        case .help(let command): Self.scheme + (command.isEmpty ? "help" : "help/" + command)
        }
    }

    /// The command that prints the resource; nil for the project file.
    var command: ToolCommand? {
        switch self {
        case .project: nil
        case .key(let name): ToolCommand(["get", "--json", "--", name])
        case .experiment(let name): ToolCommand(["results", "show", "--json", "--", name])
        case .help(let command): ToolCommand((command.isEmpty ? [] : [command]) + ["--help"])
        }
    }

    var mediaType: String {
        switch self {
        case .project: "application/yaml"
        case .key, .experiment: "application/json"
        case .help: "text/plain"
        }
    }

    /// The resources that every project has.
    static let listed: [JSONValue] = [
        [
            "uri": .string(Resource.project.address), "name": "project", "title": "Project file",
            "description": "The sources, keys and experiments of the project, without secrets",
            "mimeType": .string(Resource.project.mediaType),
        ],
        [
            "uri": .string(Resource.help("").address), "name": "help", "title": "Help of the program",
            "description": "The commands of the program", "mimeType": .string(Resource.help("").mediaType),
        ],
    ]

    static let templates: [JSONValue] = [
        [
            "uriTemplate": "experiments://keys/{key}", "name": "key", "title": "Key",
            "description": "The value of a key, and why it has it", "mimeType": "application/json",
        ],
        [
            "uriTemplate": "experiments://experiments/{experiment}", "name": "experiment", "title": "Experiment",
            "description": "The results of an experiment", "mimeType": "application/json",
        ],
        [
            "uriTemplate": "experiments://help/{command}", "name": "help of a command", "title": "Help of a command",
            "description": "The help of a command of the program", "mimeType": "text/plain",
        ],
    ]
}

extension UInt8 {
    fileprivate var isWordByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"): true
        default: false
        }
    }
}
