import ExperimentsHTTPServing
import ExperimentsLinkProtocol
import ExperimentsSupport

/// A call of the API for apps, according to its path.
enum LinkCall: Sendable, Hashable {
    /// The description of the API.
    case description
    /// The overrides of a scope.
    case overrides
    /// One key's override.
    case override(key: String)
    /// The stream of changes.
    case events
    /// A report of an app.
    case reports

    /// The query item that allows any key and any value.
    static let rawQuery = "raw"
    static let descriptionPath = "/experiments/v1/openapi.json"

    /// Reads a percent-encoded path; nil if it is not part of this API.
    init?(path: String) {
        switch path {
        case Self.descriptionPath: self = .description
        case LinkAPI.overridesPath: self = .overrides
        case LinkAPI.eventsPath: self = .events
        case LinkAPI.reportsPath: self = .reports
        default:
            let root = LinkAPI.overridesPath + "/"
            guard path.hasPrefix(root) else { return nil }
            let rest = path.dropFirst(root.count)
            guard !rest.isEmpty, !rest.contains(scalar: "/"), let key = rest.percentDecoded else {
                return nil
            }
            self = .override(key: key)
        }
    }

    /// The access rules of the call.
    var rules: EndpointRules {
        switch self {
        case .description: EndpointRules(["GET"], access: .open, query: .only())
        case .overrides, .events:
            EndpointRules(["GET"], query: .only(LinkAPI.appQuery, LinkAPI.installationQuery))
        case .override:
            EndpointRules(
                ["PUT", "DELETE"], for: .operators,
                query: .only(LinkAPI.appQuery, LinkAPI.installationQuery, Self.rawQuery))
        // For this call, the app in the query is allowed but not used, because the report names it.
        case .reports:
            EndpointRules(["POST"], query: .only(LinkAPI.appQuery, LinkAPI.installationQuery))
        }
    }
}

/// A revision of the overrides in `If-Match` and `If-None-Match`.
extension LinkRevision {
    /// The revision in quotation marks: `"k3x9.17"`.
    var entityTag: String { "\"\(self)\"" }

    /// Returns whether a header field contains it, or matches any.
    ///
    /// - Parameter isWeak: whether weak tags count as well.
    func isNamed(in field: String, isWeak: Bool) -> Bool {
        field.split(scalar: ",").contains { item in
            var item = item.drop { $0 == " " || $0 == "\t" }
            while item.last == " " || item.last == "\t" { item.removeLast() }
            if isWeak, item.hasPrefix("W/") { item = item.dropFirst(2) }
            return item == "*" || item == entityTag[...]
        }
    }
}
