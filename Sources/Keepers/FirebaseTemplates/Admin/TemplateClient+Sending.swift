import ExperimentsCore
import ExperimentsSupport
import ExperimentsTransport
import Foundation

extension TemplateClient {
    /// Sends a request, once more with a new token where the service does not take the first.
    func send(
        _ method: TransportRequest.Method, _ resource: String, query: [String: String] = [:], etag: String? = nil,
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

    private func answer(to request: TransportRequest) async throws(TemplateServiceError) -> TransportResponse {
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
        guard let url = url(resource, query) else { throw .invalidAnswer("\(Quotation.of(project)) is not a project") }
        // The service sends its tag dependably only to those who ask for it.
        var headers: HeaderFields = [
            "accept": "application/json", "authorization": "Bearer \(token.text)", "x-firebase-etag": "true",
        ]
        if body != nil { headers["content-type"] = "application/json; charset=UTF-8" }
        headers["if-match"] = etag
        return TransportRequest(
            method, url, headers: headers, body: body, bodyLimit: 50_000_000,
            // The second of two would be refused because of the first.
            mayBeRepeated: method == .get)
    }

    private func url(_ resource: String, _ query: [String: String]) -> URL? {
        guard !project.isEmpty else { return nil }
        // The client's templates are those of the project itself.
        let isPlain = namespace == .client && resource != "serverRemoteConfig"
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
            message: message, retryAfter: RetryAfter.seconds(in: response.headers, now: now()),
            pauseNote: RetryAfter.exaggeration(in: response.headers, now: now()))
        // The code in the message is what counts: the status has been 400, 409 and 412.
        let isMismatch =
            refusal.code == "VERSION_MISMATCH" || response.status == 412
            || (response.status == 409 && refusal.code == nil)
        return isMismatch ? .versionMismatch(message: message) : .refused(refusal)
    }

    /// The code of a message such as `[VALIDATION_ERROR]: …`.
    private static func code(in message: String) -> String? {
        guard message.hasScalarPrefix("["), let end = message.cut(atFirst: "]")?.before else { return nil }
        let code = String(end.unicodeScalars.dropFirst())
        return code.isEmpty ? nil : code
    }
}
