import ExperimentsCore
import ExperimentsTransport
import Foundation

/// A client for the admin API of Remote Config, which reads, checks and publishes the templates of a project.
///
/// There is no way to change a single parameter. A template is read, changed and published as a whole, with the ETag of
/// the version that was read, so that a version that another person published in the meantime is not overwritten.
public struct TemplateClient: Sendable {
    /// The base URL of Google's service.
    public static let googleBaseURL = "https://firebaseremoteconfig.googleapis.com"

    /// The project's ID or number.
    public let project: String
    /// The namespace of its templates.
    public let namespace: TemplateNamespace
    let baseURL: URL
    let tokens: any AccessTokenSource
    let quotaProject: String?
    let transport: any HTTPTransport
    let now: @Sendable () -> Date

    /// Creates a client for one project.
    ///
    /// - Parameters:
    ///   - project: the ID of the project.
    ///   - namespace: the template to use: the one for apps or the one for servers.
    ///   - baseURL: the base URL of the service, before `/v1/projects/…`.
    ///   - tokens: returns the access token of each request.
    ///   - quotaProject: the project whose quota requests count against, which a person's credentials need.
    ///   - transport: sends the requests.
    ///   - now: returns the time, to which dates from the service are compared.
    public init(
        project: String, namespace: TemplateNamespace = .client, baseURL: URL, tokens: any AccessTokenSource,
        quotaProject: String? = nil, transport: any HTTPTransport = SystemTransport(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.project = project
        self.namespace = namespace
        self.baseURL = baseURL
        self.tokens = tokens
        self.quotaProject = quotaProject
        self.transport = transport
        self.now = now
    }

    /// Returns the published template, or an earlier version.
    public func template(version: Int64? = nil) async throws(TemplateServiceError) -> PublishedTemplate {
        let query = version.map { ["versionNumber": String($0)] } ?? [:]
        return try published(try await send(.get, "remoteConfig", query: query))
    }

    /// Returns the template of the namespace `firebase-server` as servers load it, with condition trees in place of
    /// expressions.
    public func serverTemplate() async throws(TemplateServiceError) -> PublishedTemplate {
        try published(try await send(.get, "serverRemoteConfig"))
    }

    /// Lets the service check a template without publishing it.
    ///
    /// - Parameters:
    ///   - template: the template to check.
    ///   - etag: the ETag of the version that it changes; nil to check it regardless of what is published.
    public func validate(_ template: RemoteConfigTemplate, etag: String?) async throws(TemplateServiceError) {
        _ = try await send(
            .put, "remoteConfig", query: ["validateOnly": "true"], etag: etag ?? "*",
            body: Self.body(template))
    }

    /// Publishes a template, so that apps get its values with their next fetch.
    ///
    /// - Parameters:
    ///   - template: the template to publish.
    ///   - etag: the ETag of the version that it changes; nil to overwrite any published version.
    /// - Returns: the published template.
    /// - Throws: `.versionMismatch` if another person has published in the meantime.
    public func publish(
        _ template: RemoteConfigTemplate, etag: String?
    ) async throws(TemplateServiceError) -> PublishedTemplate {
        try published(try await send(.put, "remoteConfig", etag: etag ?? "*", body: Self.body(template)))
    }

    /// Publishes an earlier version again, as a new one.
    public func rollback(to version: Int64) async throws(TemplateServiceError) -> PublishedTemplate {
        let body: JSONValue = ["versionNumber": .string(String(version))]
        return try published(try await send(.post, "remoteConfig:rollback", body: body.compactBytes))
    }

    /// Returns the latest published versions, newest first.
    ///
    /// - Parameter limit: the maximum number of versions. The service keeps 300, for 90 days.
    public func versions(limit: Int = 300) async throws(TemplateServiceError) -> [TemplateVersion] {
        guard limit > 0 else { return [] }
        var versions: [TemplateVersion] = []
        var pageToken: String?
        repeat {
            var query = ["pageSize": String(min(limit - versions.count, 300))]
            query["pageToken"] = pageToken
            let answer = try json(try await send(.get, "remoteConfig:listVersions", query: query))
            let page = (answer["versions"]?.array ?? []).compactMap(\.object)
            versions += page.map(TemplateVersion.init)
            // An empty page ends the list, even if it refers to another page: a server must not make its client send
            // requests forever.
            pageToken = page.isEmpty ? nil : answer["nextPageToken"]?.string
        } while pageToken?.isEmpty == false && versions.count < limit
        return Array(versions.prefix(limit))
    }

    /// Returns the document without the members that only the service may write.
    private static func body(_ template: RemoteConfigTemplate) -> [UInt8] {
        var json = template.json
        json["etag"] = nil
        if let version = json["version"]?.object {
            var writable = JSONObject()
            writable["description"] = version["description"]
            json["version"] = writable.isEmpty ? nil : .object(writable)
        }
        return JSONValue.object(json).compactBytes
    }

    /// The members of a template. The service leaves out those without content, so that `{}` is a template, too.
    private static let templateMembers: Set<String> = [
        "conditions", "parameters", "parameterGroups", "version",
    ]

    private func published(_ response: TransportResponse) throws(TemplateServiceError) -> PublishedTemplate {
        if let reason = response.unreadableReason { throw .invalidAnswer(reason) }
        // The template itself refuses anything but an object, with the place.
        let members = (try? JSONValue(parsing: response.body))?.object?.members ?? []
        guard members.isEmpty || members.contains(where: { Self.templateMembers.contains($0.name) }) else {
            throw .invalidAnswer("not a template: it has no parameters, conditions or version")
        }
        do {
            return PublishedTemplate(
                template: try RemoteConfigTemplate(parsing: response.body), etag: response.headers["etag"])
        } catch {
            throw .invalidAnswer(ServerText.presentable(error.description))
        }
    }

    func json(_ response: TransportResponse) throws(TemplateServiceError) -> JSONObject {
        guard let object = try? JSONValue(parsing: response.body).object else {
            throw .invalidAnswer("not a JSON object")
        }
        return object
    }
}

/// A template as the service has it.
public struct PublishedTemplate: Sendable, Hashable {
    /// The content of the template.
    public let template: RemoteConfigTemplate
    /// The ETag of this version, which the next publication must give; nil if the service sent none.
    public let etag: String?

    /// Creates a template with its ETag.
    public init(template: RemoteConfigTemplate, etag: String?) {
        self.template = template
        self.etag = etag
    }
}

extension TemplateClient {
    /// Sends a request, and again with a new token if the service refuses the first.
    func send(
        _ method: TransportRequest.Method, _ resource: String, query: [String: String] = [:],
        etag: String? = nil,
        body: [UInt8]? = nil
    ) async throws(TemplateServiceError) -> TransportResponse {
        var isSecondTry = false
        while true {
            let token = try await token()
            let request = try request(method, resource, query: query, etag: etag, body: body, token: token)
            let response = try await answer(to: request)
            if (200..<300).contains(response.status) { return response }
            if response.status == 401, !isSecondTry {
                isSecondTry = true
                await tokens.discardAccessTokens()
                continue
            }
            throw refusal(response, hiding: token)
        }
    }

    private func token() async throws(TemplateServiceError) -> AccessToken {
        do {
            return try await tokens.accessToken(scopes: [GoogleScope.remoteConfig])
        } catch let error as TransportError {
            throw .unreachable(error)
        } catch {
            throw .unauthorized(reason: ServerText.presentable(String(describing: error)))
        }
    }

    private func answer(to request: TransportRequest) async throws(TemplateServiceError) -> TransportResponse
    {
        do {
            return try await transport.send(request)
        } catch let error as TransportError {
            throw .unreachable(error)
        } catch {
            throw .unauthorized(reason: error is CancellationError ? "cancelled" : String(describing: error))
        }
    }

    private func request(
        _ method: TransportRequest.Method, _ resource: String, query: [String: String], etag: String?,
        body: [UInt8]?, token: AccessToken
    ) throws(TemplateServiceError) -> TransportRequest {
        guard let url = url(resource, query) else {
            throw .invalidAnswer("\(Quotation.of(project)) is not a project")
        }
        // The service sends its tag reliably only if it is requested.
        var headers: HeaderFields = [
            "accept": "application/json", "authorization": "Bearer \(token.text)", "x-firebase-etag": "true",
        ]
        if body != nil { headers["content-type"] = "application/json; charset=UTF-8" }
        headers["if-match"] = etag
        headers["x-goog-user-project"] = quotaProject
        return TransportRequest(
            method, url, headers: headers, body: body, bodyLimit: 50_000_000,
            // The second of two would be refused because of the first.
            mayBeRepeated: method == .get)
    }

    private func url(_ resource: String, _ query: [String: String]) -> URL? {
        guard !project.isEmpty else { return nil }
        // The client's templates are those of the project itself.
        let isPlain =
            resource.hasScalarPrefix("namespaces/")
            || namespace == .client && resource != "serverRemoteConfig"
        let space = resource == "serverRemoteConfig" ? TemplateNamespace.server : namespace
        let path = isPlain ? resource : "namespaces/\(space.rawValue)/\(resource)"
        let pairs = query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.percentEncoded)" }
        return baseURL.service(
            "/v1/projects/\(project.percentEncoded)/\(path)"
                + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")))
    }

    private func refusal(_ response: TransportResponse, hiding token: AccessToken) -> TemplateServiceError {
        let error = try? JSONValue(parsing: response.body).object?["error"]?.object
        func shown(_ text: String) -> String {
            ServerText.presentable(token.text.isEmpty ? text : text.replacing(token.text, with: "(hidden)"))
        }
        let message = shown(error?["message"]?.string ?? "")
        let refusal = TemplateRefusal(
            status: response.status, name: error?["status"]?.string.map(shown), code: Self.code(in: message),
            message: message, retryAfter: RetryWait.seconds(in: response.headers, now: now()),
            pauseNote: RetryWait.exaggeration(in: response.headers, now: now()))
        // Only the code in the message is reliable: the status has been 400, 409 and 412.
        let isMismatch =
            refusal.code == "VERSION_MISMATCH" || response.status == 412
            || (response.status == 409 && refusal.code == nil)
        return isMismatch ? .versionMismatch(message: message) : .refused(refusal)
    }

    /// Returns the code of a message such as `[VALIDATION_ERROR]: …`.
    private static func code(in message: String) -> String? {
        guard message.hasScalarPrefix("["), let end = message.cut(atFirst: "]")?.before else { return nil }
        let code = String(end.unicodeScalars.dropFirst())
        return code.isEmpty ? nil : code
    }
}
