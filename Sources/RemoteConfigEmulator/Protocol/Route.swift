import Foundation

/// What a request asks of which project, by its method and path.
enum Route: Equatable {
    case createInstallation(project: String)
    case renewToken(project: String, installation: String)
    case deleteInstallation(project: String, installation: String)
    case fetch(project: String, namespace: String)
    case realtime(project: String, namespace: String)

    /// The route, or nil where the services have nothing under this method and path.
    init?(method: String, path: String) {
        let parts = path.split(separator: "/").map { String($0) }
        guard parts.count >= 4, parts[0] == "v1", parts[1] == "projects" else { return nil }
        let project = parts[2].removingPercentEncoding ?? parts[2]
        switch (method, parts.count, parts[3]) {
        case ("POST", 4, "installations"):
            self = .createInstallation(project: project)
        case ("POST", 6, "installations") where parts[5] == "authTokens:generate":
            self = .renewToken(project: project, installation: parts[4])
        case ("DELETE", 5, "installations"):
            self = .deleteInstallation(project: project, installation: parts[4])
        case ("POST", 5, "namespaces") where parts[4].hasSuffix(":fetch"):
            self = .fetch(project: project, namespace: String(parts[4].dropLast(":fetch".count)))
        case ("POST", 5, "namespaces") where parts[4].hasSuffix(":streamFetchInvalidations"):
            self = .realtime(project: project, namespace: String(parts[4].dropLast(":streamFetchInvalidations".count)))
        default:
            return nil
        }
    }

    var project: String {
        switch self {
        case .createInstallation(let project), .renewToken(let project, _), .deleteInstallation(let project, _),
            .fetch(let project, _), .realtime(let project, _):
            project
        }
    }

    var target: Fault.Target {
        switch self {
        case .fetch: .fetch
        case .realtime: .realtime
        case .createInstallation, .renewToken, .deleteInstallation: .installations
        }
    }
}
