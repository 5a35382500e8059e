import ExperimentsLocks
import ExperimentsTransport
import TestSupport

/// A token endpoint that answers from a script, and remembers what it was asked.
final class TokenEndpoint: HTTPTransport {
    private let answers: Mutex<[Result<TransportResponse, TransportError>]>
    private let asked = Recorder<TransportRequest>()
    /// Closed, it holds each answer back.
    let gate = Gate()

    init(_ answers: [Result<TransportResponse, TransportError>], opened: Bool = true) async {
        self.answers = Mutex(answers)
        if opened { await gate.open() }
    }

    var requests: [TransportRequest] { asked.elements }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        asked.record(request)
        await gate.wait()
        let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        return try (answer ?? .failure(.other(host: "script", code: -1, reason: "the script is over"))).get()
    }

    static func token(_ text: String, lifetime: Int = 3599) -> Result<TransportResponse, TransportError> {
        answer(200, #"{"access_token": "\#(text)", "expires_in": \#(lifetime), "token_type": "Bearer"}"#)
    }

    static func answer(
        _ status: Int, _ body: String, headers: HeaderFields = [:]
    ) -> Result<TransportResponse, TransportError> {
        .success(TransportResponse(status: status, headers: headers, body: Array(body.utf8)))
    }
}
