import ExperimentsHTTPServing
import ExperimentsSupport
import ExperimentsTransport

extension Emulator {
    /// Refuses requests without the emulator's own token, if it has one.
    ///
    /// Official clients cannot send other headers, so the token is also accepted as an API key. A client with an access
    /// token from here has sent it before.
    func checkEntry(_ request: EmulatorRequest, _ route: Route) throws(EmulatorError) {
        guard let token = configuration.token else { return }
        let bearer = request.headers.bearerToken
        // GrowthBook's SDKs send only their key.
        let shown = [request.headers["x-emulator-token"], request.apiKey, bearer, route.clientKey]
        guard !shown.contains(token) else { return }
        if let bearer, tokens.grant(bearer, at: configuration.clocks.steady()) != nil { return }
        throw .unauthenticated(
            "The emulator's token is missing or wrong; send it as API key, as bearer token or as X-Emulator-Token."
        )
    }

    /// Returns the path for the log, without the token. A client key can be one, and a base URL that was pasted
    /// incorrectly may contain one.
    func shownPath(of request: EmulatorRequest) -> String {
        guard let token = configuration.token else { return request.path }
        let parts = request.path.split(scalar: "/", omittingEmptySubsequences: false)
        return parts.map { $0.percentDecoded == token ? "[token]" : $0 }.joined(separator: "/")
    }

    func check(_ apiKey: String?, of project: ProjectState) throws(EmulatorError) {
        guard let apiKey, !apiKey.isEmpty else {
            throw .permissionDenied("The request is missing a valid API key.")
        }
        guard project.apiKey == nil || project.apiKey == apiKey || apiKey == configuration.token else {
            throw .invalidArgument("API key not valid. Please pass a valid API key.")
        }
    }

    /// Returns the caller, identified by the access token.
    func operatorEmail(_ request: EmulatorRequest, of project: ProjectState) throws(EmulatorError) -> String {
        guard let token = request.headers.bearerToken else {
            throw .unauthenticated(
                "Request is missing required authentication credential. Expected OAuth 2 access token.")
        }
        if project.serviceAccount == nil, token == configuration.token || isForeign(token) {
            return AccessGrant.ownerEmail
        }
        guard let grant = tokens.grant(token, at: configuration.clocks.steady()) else {
            throw .unauthenticated(
                "Request had invalid authentication credentials: the access token is unknown, revoked or expired."
            )
        }
        guard grant.includesTemplates else {
            throw .permissionDenied("Request had insufficient authentication scopes.")
        }
        if let account = project.serviceAccount, !grant.isVerified || grant.email != account.email {
            throw .permissionDenied(
                "The caller does not have permission: the project has a service account of its own.")
        }
        return grant.email
    }

    /// Returns whether a token may come from Google. Firebase's tools and some SDKs always get theirs there. An
    /// emulator without a token is only reachable from this machine, so it accepts any.
    private func isForeign(_ token: String) -> Bool {
        configuration.token == nil && !AccessTokens.isIssuedHere(token)
    }

    /// Refuses requests to the emulator itself that do not come from a service account, if projects have one, because
    /// such requests can read and change as much as templates.
    func checkControl(_ request: EmulatorRequest, _ call: ControlCall) throws(EmulatorError) {
        var guarded = projects.filter { $0.serviceAccount != nil }
        if let name = call.project, let project = try? project(name) {
            guarded = guarded.filter { $0 === project }
        }
        guard let first = guarded.first else { return }
        for project in guarded.dropFirst() where (try? operatorEmail(request, of: project)) != nil { return }
        _ = try operatorEmail(request, of: first)
    }

    /// Makes all access tokens invalid, so that operators and servers have to request new ones.
    public func revokeAccessTokens() {
        tokens.revokeAll()
    }
}
