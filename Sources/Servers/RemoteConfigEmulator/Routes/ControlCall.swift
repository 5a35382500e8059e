/// What a request asks of the emulator itself, below `/emulator/v1`.
enum ControlCall: Equatable {
    /// What to do with a resource.
    enum Action: String {
        case get = "GET"
        case put = "PUT"
        case delete = "DELETE"
    }

    case projects
    case faults(Action)
    case requests(Action)
    case installations(project: String, Action)
    case overrides(project: String, installation: String, Action)
    case endStreams(project: String)

    /// The project that it is about; nil for the emulator as a whole.
    var project: String? {
        switch self {
        case .projects, .faults, .requests: nil
        case .installations(let project, _), .overrides(let project, _, _), .endStreams(let project): project
        }
    }

    /// The call, from the parts of the path after `emulator`.
    init?(method: String, _ parts: [String]) {
        guard parts.first == "v1", parts.count >= 2, let action = Action(rawValue: method) else { return nil }
        switch (parts.count, parts[1], action) {
        case (2, "projects", .get): self = .projects
        case (2, "faults", _): self = .faults(action)
        case (2, "requests", .get), (2, "requests", .delete): self = .requests(action)
        case (4, "projects", .get) where parts[3] == "installations",
            (4, "projects", .delete) where parts[3] == "installations":
            self = .installations(project: parts[2], action)
        case (4, "projects", .delete) where parts[3] == "streams":
            self = .endStreams(project: parts[2])
        case (6, "projects", _) where parts[3] == "installations" && parts[5] == "overrides":
            self = .overrides(project: parts[2], installation: parts[4], action)
        default: return nil
        }
    }
}
