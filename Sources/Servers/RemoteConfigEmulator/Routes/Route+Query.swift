import ExperimentsCore
import HTTPServing

extension Route {
    /// The query items that Google's services accept on every path.
    private static let common: Set = [
        "$.xgafv", "$alt", "$callback", "$fields", "$key", "$prettyPrint", "access_token", "alt", "callback", "fields",
        "key", "oauth_token", "passwd", "prettyPrint", "quotaUser", "upload_protocol", "uploadType", "userProject",
    ]

    /// Refuses a query with an item that the call does not have, as Google's services do. A misspelt `validateOnly`
    /// would publish.
    func checkQuery(_ query: [String: String]) throws(EmulatorError) {
        guard !query.isEmpty else { return }
        switch self {
        case .project(_, let call):
            for name in query.keys.sorted() where !Self.common.contains(name) {
                guard let unknown = call.query.unknown(in: [RequestFields.camelCase(name): ""]) else { continue }
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
    /// The query items that the call has, besides those of every call.
    fileprivate var query: QueryNames {
        switch self {
        case .template, .rollback: .only("versionNumber")
        case .publish: .only("validateOnly")
        case .listVersions: .only("pageSize", "pageToken", "endVersionNumber", "startTime", "endTime")
        case .downloadDefaults: .only("format")
        case .consoleStudies(id: nil): .only("pageSize", "pageToken", "filter")
        case .createInstallation, .renewToken, .deleteInstallation, .fetch, .realtime, .serverTemplate,
            .consoleStudies, .description:
            .only()
        }
    }
}

extension ControlCall {
    /// The query items that the call has.
    fileprivate var query: QueryNames {
        if case .requests(.get) = self { .only("limit") } else { .only() }
    }
}
