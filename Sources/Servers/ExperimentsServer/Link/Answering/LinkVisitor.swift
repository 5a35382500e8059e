import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsTransport

/// The caller, and the installation that it asks about.
struct LinkVisitor {
    /// The grant of the app; nil for a caller with all rights.
    let grant: LinkGrant?
    private let query: [String: String]

    /// - Throws: `ServerRefusal` for an app whose secret is no longer valid. A server that requires no token would
    ///   otherwise accept it like any other client, and the app would not learn that its link was revoked.
    init(_ admitted: AdmittedRequest, _ grants: LinkGrants) throws(ServerRefusal) {
        query = admitted.request.query
        grant = admitted.request.headers.shownToken.flatMap { grants.grant(for: LinkSecret($0)) }
        switch admitted.caller {
        case .holder: break
        case .app(let app):
            guard grant?.app == app else { throw .unauthorized }
        case .anyone:
            guard admitted.request.headers.shownToken == nil || grant != nil else { throw .unauthorized }
        }
    }

    /// The scope in the query; for an app without one, its own.
    ///
    /// - Throws: `ServerRefusal` if the query has no valid scope, or one of another app.
    var scope: OverrideScope {
        get throws(ServerRefusal) {
            let scope: OverrideScope
            do throws(MessageError) {
                scope = try OverrideScope(
                    app: query["app"] ?? grant?.app, installation: query["installation"])
            } catch {
                throw ServerRefusal(status: 400, "\(error.message). \(error.advice ?? "")")
            }
            if let app = scope.app { try require(app) }
            return scope
        }
    }

    /// Requires that the caller may act for an app.
    ///
    /// - Throws: `ServerRefusal` for another app's secret.
    func require(_ app: String) throws(ServerRefusal) {
        guard let grant, grant.app != app else { return }
        throw ServerRefusal(
            status: 403, "The token belongs to a link for another app, \(Quotation.of(grant.app, limit: 60))."
        )
    }

    /// Requires that the caller has all rights.
    ///
    /// - Throws: `ServerRefusal` for an app.
    func requireOperator() throws(ServerRefusal) {
        guard grant != nil else { return }
        throw ServerRefusal(
            status: 403,
            "The token of a link can only read overrides; use the server's own token to change them.")
    }
}
