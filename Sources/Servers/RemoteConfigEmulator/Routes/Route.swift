import ExperimentsCore
import ExperimentsHTTPServing
import Foundation

/// The route of a request, by its method and path.
enum Route: Equatable {
    /// A request to a project.
    case project(String, ProjectCall)
    /// An access token.
    case token
    /// A user's ActiveConfig.
    case activeConfig
    /// GrowthBook features, and the client key of the caller.
    case growthBook(PayloadCall, key: String)
    /// A request to the emulator itself, which the real services do not have.
    case control(ControlCall)

    /// The paths of the token endpoint, with its current and former names at Google.
    static let tokenPaths = ["/token", "/oauth2/v3/token", "/oauth2/v4/token"]

    /// Creates the route; nil if there is nothing at this path for this method.
    init?(method: String, path: String) {
        let parts = path.split(scalar: "/").map { $0.removingPercentEncoding ?? String($0) }
        switch (method, parts.first) {
        case ("POST", "token"), ("POST", "oauth2"):
            guard Self.tokenPaths.contains("/" + parts.joined(separator: "/")) else { return nil }
            self = .token
        case ("GET", "v1beta1"):
            guard parts.count == 3, parts[1] == "projects" else { return nil }
            self = .project(parts[2], .description)
        case ("GET", "active_config"):
            guard parts.count == 1 else { return nil }
            self = .activeConfig
        case (_, "emulator"):
            guard let call = ControlCall(method: method, Array(parts.dropFirst())) else { return nil }
            self = .control(call)
        case (_, "api"), (_, "sub"):
            guard let call = PayloadCall(method: method, parts), let key = parts.last else { return nil }
            self = .growthBook(call, key: key)
        default:
            guard parts.count >= 4, parts[0] == "v1", parts[1] == "projects",
                let call = ProjectCall(method: method, Array(parts.dropFirst(3)))
            else { return nil }
            self = .project(parts[2], call)
        }
    }

    /// The kind of faults that affect it; nil for none.
    var target: Fault.Target? {
        switch self {
        case .project(_, let call): call.target
        case .token: .token
        case .activeConfig: .activeConfig
        case .growthBook(.stream, _): .realtime
        case .growthBook: .fetch
        case .control: nil
        }
    }

    /// The client key in its path; nil if there is none.
    var clientKey: String? {
        if case .growthBook(_, let key) = self { key } else { nil }
    }
}

/// A request of GrowthBook's SDKs.
enum PayloadCall: Equatable {
    case features
    case stream
    case remoteEvaluation

    /// Creates the call, with the client key in its path.
    init?(method: String, _ parts: [String]) {
        switch (method, parts.count) {
        case ("GET", 3) where parts[0] == "api" && parts[1] == "features": self = .features
        case ("GET", 2) where parts[0] == "sub": self = .stream
        case ("POST", 3) where parts[0] == "api" && parts[1] == "eval": self = .remoteEvaluation
        default: return nil
        }
    }
}

extension Route {
    /// The query items that Google's services accept on every path.
    private static let common: Set = [
        "$.xgafv", "$alt", "$callback", "$fields", "$key", "$prettyPrint", "access_token", "alt", "callback",
        "fields",
        "key", "oauth_token", "passwd", "prettyPrint", "quotaUser", "upload_protocol", "uploadType",
        "userProject",
    ]

    /// Refuses a query with an unknown item, as Google's services do. Otherwise a misspelled `validateOnly` would
    /// publish.
    func checkQuery(_ query: [String: String]) throws(EmulatorError) {
        guard !query.isEmpty else { return }
        switch self {
        case .project(_, let call):
            for name in query.keys.sorted() where !Self.common.contains(name) {
                guard let unknown = call.query.unknown(in: [RequestFields.camelCase(name): ""]) else {
                    continue
                }
                throw .invalidArgument(
                    "Invalid JSON payload received. Unknown name \"\(VisibleText.of(name))\": "
                        + "Cannot bind query parameter. \(unknown.hint)")
            }
        case .token, .growthBook: break
        case .activeConfig: try Self.refuse(.known(ActiveConfigService.userItem), query)
        case .control(let call): try Self.refuse(call.query, query)
        }
    }

    private static func refuse(_ names: QueryNames, _ query: [String: String]) throws(EmulatorError) {
        guard let unknown = names.unknown(in: query) else { return }
        throw .invalidArgument(unknown.message)
    }
}

extension ProjectCall {
    /// The query items of the call, besides those of every call.
    fileprivate var query: QueryNames {
        switch self {
        case .template, .rollback: .only("versionNumber")
        case .publish: .only("validateOnly")
        case .listVersions: .only("pageSize", "pageToken", "endVersionNumber", "startTime", "endTime")
        case .downloadDefaults: .only("format")
        case .listStudies: .only("pageSize", "pageToken", "filter")
        case .createInstallation, .renewToken, .deleteInstallation, .fetch, .realtime, .serverTemplate,
            .study, .deleteStudy, .description:
            .only()
        }
    }
}

extension ControlCall {
    /// The query items of the call.
    fileprivate var query: QueryNames {
        if case .requests(.get) = self { .only("limit") } else { .only() }
    }
}
