import FirebaseTemplates

/// A request to a project.
enum ProjectCall: Equatable {
    case createInstallation
    case renewToken(installation: String)
    case deleteInstallation(String)
    case fetch(namespace: String)
    case realtime(namespace: String)
    case template(TemplateNamespace)
    case publish(TemplateNamespace)
    case listVersions(TemplateNamespace)
    case rollback(TemplateNamespace)
    case downloadDefaults(TemplateNamespace)
    case serverTemplate
    /// The experiments or rollouts of the console.
    case listStudies(StudyReference.Kind)
    /// One experiment or rollout.
    case study(StudyReference)
    case deleteStudy(StudyReference)
    /// The project itself, as Firebase's management service describes it.
    case description

    private static func study(_ parts: [String]) -> StudyReference.Kind? {
        parts[1] == TemplateNamespace.client.rawValue
            ? StudyReference.Kind.allCases.first { $0.collection == parts[2] } : nil
    }

    /// Creates the call from the parts of the path after the project.
    init?(method: String, _ parts: [String]) {
        switch (method, parts.count, parts[0]) {
        case ("POST", 1, "installations"):
            self = .createInstallation
        case ("POST", 3, "installations") where parts[2] == "authTokens:generate":
            self = .renewToken(installation: parts[1])
        case ("DELETE", 2, "installations"):
            self = .deleteInstallation(parts[1])
        case ("POST", 2, "namespaces") where parts[1].hasSuffix(":fetch"):
            self = .fetch(namespace: String(parts[1].dropLast(":fetch".count)))
        case ("POST", 2, "namespaces") where parts[1].hasSuffix(":streamFetchInvalidations"):
            self = .realtime(namespace: String(parts[1].dropLast(":streamFetchInvalidations".count)))
        case (_, 1, _):
            self.init(method: method, resource: parts[0], .client)
        case (_, 3..., "namespaces") where Self.study(parts) != nil:
            guard let kind = Self.study(parts) else { return nil }
            switch (method, parts.count) {
            case ("GET", 3): self = .listStudies(kind)
            case ("GET", 4): self = .study(StudyReference(kind, id: parts[3]))
            case ("DELETE", 4): self = .deleteStudy(StudyReference(kind, id: parts[3]))
            default: return nil
            }
        case (_, 3, "namespaces"):
            guard let namespace = TemplateNamespace(rawValue: parts[1]) else { return nil }
            self.init(method: method, resource: parts[2], namespace)
        default:
            return nil
        }
    }

    private init?(method: String, resource: String, _ namespace: TemplateNamespace) {
        switch (method, resource, namespace) {
        case ("GET", "remoteConfig", _): self = .template(namespace)
        case ("PUT", "remoteConfig", _), ("PUT", "serverRemoteConfig", .server): self = .publish(namespace)
        case ("GET", "remoteConfig:listVersions", _): self = .listVersions(namespace)
        case ("POST", "remoteConfig:rollback", _): self = .rollback(namespace)
        case ("GET", "remoteConfig:downloadDefaults", _): self = .downloadDefaults(namespace)
        case ("GET", "serverRemoteConfig", .server): self = .serverTemplate
        default: return nil
        }
    }

    /// Whether operators and servers make the call, with an access token. Apps have an API key.
    var isAdmin: Bool { target == .admin }

    var target: Fault.Target {
        switch self {
        case .createInstallation, .renewToken, .deleteInstallation: .installations
        case .fetch: .fetch
        case .realtime: .realtime
        case .template, .publish, .listVersions, .rollback, .downloadDefaults, .serverTemplate, .listStudies,
            .study, .deleteStudy, .description:
            .admin
        }
    }
}

/// A request to the emulator itself, below `/emulator/v1`.
enum ControlCall: Equatable {
    /// The action on a resource.
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

    /// The project of the call; nil for the emulator as a whole.
    var project: String? {
        switch self {
        case .projects, .faults, .requests: nil
        case .installations(let project, _), .overrides(let project, _, _), .endStreams(let project): project
        }
    }

    /// Creates the call from the parts of the path after `emulator`.
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
