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
    let transport: any HTTPTransport
    let now: @Sendable () -> Date

    /// Creates a client for one project.
    ///
    /// - Parameters:
    ///   - baseURL: the base URL of the service, before `/v1/projects/…`.
    ///   - now: returns the time, to which dates from the service are compared.
    public init(
        project: String, namespace: TemplateNamespace = .client, baseURL: URL, tokens: any AccessTokenSource,
        transport: any HTTPTransport = SystemTransport(), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.project = project
        self.namespace = namespace
        self.baseURL = baseURL
        self.tokens = tokens
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
    /// - Parameter etag: the ETag of the version that it changes; nil to check it regardless of what is published.
    public func validate(_ template: RemoteConfigTemplate, etag: String?) async throws(TemplateServiceError) {
        _ = try await send(
            .put, "remoteConfig", query: ["validateOnly": "true"], etag: etag ?? "*", body: Self.body(template))
    }

    /// Publishes a template, so that apps get its values from their next fetch on.
    ///
    /// - Parameter etag: the ETag of the version that it changes; nil to overwrite whatever is published.
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
    /// - Parameter limit: the largest number of versions. The service keeps 300, for 90 days.
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
