import ExperimentsLocks
import FirebaseConfig
import Foundation

/// Answers registrations and fetches well, or answers nothing.
final class CannedTransport: HTTPTransport {
    private let answers: Bool
    private let sent = Mutex(0)

    init(answers: Bool) {
        self.answers = answers
    }

    /// How many requests there were.
    var count: Int { sent.withLock { $0 } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        sent.withLock { $0 += 1 }
        guard answers else { throw TransportError.offline }
        let body =
            request.url.path.hasSuffix(":fetch")
            ? #"{"state": "UPDATE", "entries": {"color": "red"}}"#
            : #"""
            {"fid": "cAbCdEfGhIjKlMnOpQrStU", "refreshToken": "r",
             "authToken": {"token": "t", "expiresIn": "604800s"}}
            """#
        return TransportResponse(status: 200, headers: ["etag": "e"], body: Array(body.utf8))
    }
}

struct NotAURL: Error {}

func client(_ transport: CannedTransport) throws -> RemoteConfig {
    guard let base = URL(string: "http://127.0.0.1:1") else { throw NotAURL() }
    return RemoteConfig(
        project: try FirebaseProject(
            projectID: "demo-shop", appID: "1:123456789012:ios:0a1b2c", apiKey: "key"),
        endpoints: .emulator(at: base), transport: transport, notificationCenter: NotificationCenter())
}

func client(answering: Bool) throws -> RemoteConfig {
    try client(CannedTransport(answers: answering))
}
