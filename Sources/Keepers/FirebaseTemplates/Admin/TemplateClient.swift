import ExperimentsCore
import ExperimentsTransport
import Foundation

/// The operator's side of Remote Config: reads, checks and publishes the templates of a project.
///
/// There is no way to change one parameter: a template is read, changed and published whole, under the tag that it was
/// read with, so that nobody overwrites what somebody else published meanwhile.
public struct TemplateClient: Sendable {
    /// Where Google's own service is.
    public static let googleBaseURL = "https://firebaseremoteconfig.googleapis.com"

    /// The project's id or number.
    public let project: String
    /// Whom its templates are for.
    public let namespace: TemplateNamespace
    let baseURL: URL
    let tokens: any AccessTokenSource
    let transport: any HTTPTransport
    let now: @Sendable () -> Date

    /// A client of one project.
    ///
    /// - Parameters:
    ///   - baseURL: where the service is, before `/v1/projects/…`.
    ///   - now: the clock, for what the service says in dates.
    public init(
        project: String, namespace: TemplateNamespace = .client, baseURL: URL, tokens: any AccessTokenSource,
        transport: any HTTPTransport = URLSessionTransport(), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.project = project
        self.namespace = namespace
        self.baseURL = baseURL
        self.tokens = tokens
        self.transport = transport
        self.now = now
    }

    /// The template as it is published, or as it was in an earlier version.
    public func template(version: Int64? = nil) async throws(TemplateServiceError) -> PublishedTemplate {
        let query = version.map { ["versionNumber": String($0)] } ?? [:]
        return try published(try await send(.get, "remoteConfig", query: query))
    }

    /// The template of the namespace `firebase-server` as servers load it: with trees in place of expressions.
    public func serverTemplate() async throws(TemplateServiceError) -> PublishedTemplate {
        try published(try await send(.get, "serverRemoteConfig"))
    }

    /// Lets the service check a template. Nothing is published.
    ///
    /// - Parameter etag: the tag of the version that it changes; nil to check it whatever is published.
    public func validate(_ template: RemoteConfigTemplate, etag: String?) async throws(TemplateServiceError) {
        _ = try await send(
            .put, "remoteConfig", query: ["validateOnly": "true"], etag: etag ?? "*", body: Self.body(template))
    }

    /// Publishes a template.
    ///
    /// - Parameter etag: the tag of the version that it changes; nil to overwrite whatever is published.
    /// - Returns: what is published now.
    /// - Throws: `.versionMismatch` where somebody published in the meantime.
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

    /// The latest published versions, newest first.
    ///
    /// - Parameter limit: how many at most; the service keeps 300, for 90 days.
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
            // A page that brings nothing ends the list, whatever it says: a server must not keep its client asking.
            pageToken = page.isEmpty ? nil : answer["nextPageToken"]?.string
        } while pageToken?.isEmpty == false && versions.count < limit
        return Array(versions.prefix(limit))
    }

    /// The document without what only the service may write.
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

    private func published(_ response: TransportResponse) throws(TemplateServiceError) -> PublishedTemplate {
        do {
            return PublishedTemplate(
                template: try RemoteConfigTemplate(parsing: response.body), etag: response.headers["etag"])
        } catch {
            throw .invalidAnswer(ServerText.presentable(error.description))
        }
    }

    private func json(_ response: TransportResponse) throws(TemplateServiceError) -> JSONObject {
        guard let object = try? JSONValue(parsing: response.body).object else {
            throw .invalidAnswer("not a JSON object")
        }
        return object
    }
}

/// A template as the service holds it.
public struct PublishedTemplate: Sendable, Hashable {
    /// The template.
    public let template: RemoteConfigTemplate
    /// The tag of this version, which the next publish has to show; nil where the service sent none.
    public let etag: String?

    /// A template with its tag.
    public init(template: RemoteConfigTemplate, etag: String?) {
        self.template = template
        self.etag = etag
    }
}
