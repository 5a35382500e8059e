import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import FirebaseTemplates
import Foundation

/// A service that answers from a script, in order, and remembers what it was asked.
final class ScriptedService: HTTPTransport {
    private let answers = Mutex<[Result<TransportResponse, TransportError>]>([])
    private let received = Mutex<[TransportRequest]>([])

    var requests: [TransportRequest] { received.withLock { $0 } }

    func add(_ status: Int, _ body: String, etag: String? = nil, retryAfter: String? = nil) {
        var headers: HeaderFields = [:]
        headers["etag"] = etag
        headers["retry-after"] = retryAfter
        let response = TransportResponse(status: status, headers: headers, body: Array(body.utf8))
        answers.withLock { $0.append(.success(response)) }
    }

    func add(_ failure: TransportError) {
        answers.withLock { $0.append(.failure(failure)) }
    }

    /// A template of this version whose one parameter has this text.
    func add(version: Int, color: String, etag: String) {
        add(200, Self.template(version: version, color: color), etag: etag)
    }

    static func template(version: Int?, color: String) -> String {
        let number = version.map {
            #","version":{"versionNumber":"\#($0)","updateUser":{"email":"ann@example.com"}}"#
        }
        return #"{"parameters":{"color":{"defaultValue":{"value":"\#(color)"}}}\#(number ?? "")}"#
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        received.withLock { $0.append(request) }
        let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        return try (answer ?? .failure(.other(host: "script", code: -1, reason: "the script is over"))).get()
    }

    func client(
        namespace: TemplateNamespace = .client,
        tokens: any AccessTokenSource = FixedAccessToken(AccessToken("s3cret"))
    ) throws -> TemplateClient {
        guard let url = URL(string: "http://127.0.0.1:9/base/") else { throw TransportError.offline }
        return TemplateClient(
            project: "my shop", namespace: namespace, baseURL: url, tokens: tokens, transport: self)
    }
}
