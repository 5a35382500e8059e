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
    /// A guide of the documentation.
    case guide(String)

    private static let scheme = "experiments://"

    /// Reads an address; nil if it is not one of a resource.
    init?(_ address: String) {
        guard address.hasPrefix(Self.scheme) else { return nil }
        let rest = String(address.dropFirst(Self.scheme.count))
        let parts: [String] = rest.split(
            separator: "/" as Character, maxSplits: 1, omittingEmptySubsequences: false
        )
        .map(String.init)
        guard let name = parts.count > 1 ? parts[1].percentDecoded : "", parts.count == 1 || !name.isEmpty
        else {
            return nil
        }
        switch parts[0] {
        case "project" where name.isEmpty: self = .project
        case "keys" where !name.isEmpty: self = .key(name)
        case "experiments" where !name.isEmpty: self = .experiment(name)
        case "guides" where !name.isEmpty: self = .guide(name)
        case "help" where !name.hasPrefix("-") && name.utf8.allSatisfy { $0.isWordByte }: self = .help(name)
        default: return nil
        }
    }

    var address: String {
        switch self {
        case .project: Self.scheme + "project"
        case .key(let name): Self.scheme + "keys/" + name.percentEncoded
        case .experiment(let name): Self.scheme + "experiments/" + name.percentEncoded
        case .help(let command): Self.scheme + (command.isEmpty ? "help" : "help/" + command)
        case .guide(let name): Self.scheme + "guides/" + name.percentEncoded
        }
    }

    /// The command that prints the resource; nil if it needs none.
    var command: ToolCommand? {
        switch self {
        case .project, .guide: nil
        case .key(let name): ToolCommand(["get", "--json", "--", name])
        case .experiment(let name): ToolCommand(["results", "show", "--json", "--", name])
        case .help(let command): ToolCommand((command.isEmpty ? [] : [command]) + ["--help"])
        }
    }

    var mediaType: String {
        switch self {
        case .project, .key, .experiment: "application/json"
        case .help: "text/plain"
        case .guide: "text/markdown"
        }
    }

    /// Whether its subscribers get a message when it changes.
    var isFollowed: Bool {
        switch self {
        case .project, .key: true
        case .experiment, .help, .guide: false
        }
    }

    /// The resources that every project has.
    static func listed(_ guides: [Guide]) -> [JSONValue] {
        [
            Resource.project.entry("project", "Project file", "The project file as JSON, without secrets"),
            Resource.help("").entry("help", "Help of the program", "The commands of the program"),
        ] + guides.map { Resource.guide($0.name).entry("guide \($0.name)", $0.title, $0.summary) }
    }

    private func entry(_ name: String, _ title: String, _ description: String) -> JSONValue {
        [
            "uri": .string(address), "name": .string(name), "title": .string(title),
            "description": .string(description), "mimeType": .string(mediaType),
        ]
    }

    static let templates: [JSONValue] = [
        template("keys/{key}", "Key", "The value of a key, and why it has it", .key("")),
        template("experiments/{experiment}", "Experiment", "The results of an experiment", .experiment("")),
        template("help/{command}", "Help of a command", "The help of a command of the program", .help("")),
        template("guides/{guide}{?page}", "Guide", "A guide of the documentation, in pages", .guide("")),
    ]

    private static func template(
        _ path: String, _ title: String, _ description: String, _ example: Resource
    ) -> JSONValue {
        [
            "uriTemplate": .string(scheme + path), "name": .string(title.lowercased()),
            "title": .string(title),
            "description": .string(description), "mimeType": .string(example.mediaType),
        ]
    }
}

extension UInt8 {
    fileprivate var isWordByte: Bool {
        self == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
    }
}
