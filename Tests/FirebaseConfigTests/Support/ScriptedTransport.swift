import ExperimentsCore
import FirebaseConfig
import Synchronization

/// Answers requests from a script, in order, and remembers them.
final class ScriptedTransport: HTTPTransport {
    typealias Step = @Sendable (TransportRequest) async throws -> TransportResponse

    private let steps: Mutex<[Step]>
    private let received = Mutex<[TransportRequest]>([])

    init(_ steps: [Step] = []) {
        self.steps = Mutex(steps)
    }

    var requests: [TransportRequest] { received.withLock { $0 } }

    func add(_ step: @escaping Step) {
        steps.withLock { $0.append(step) }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        received.withLock { $0.append(request) }
        let step = steps.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let step else { throw TransportError.other(host: "script", code: -1, reason: "the script is over") }
        return try await step(request)
    }
}

extension ScriptedTransport {
    func add(_ status: Int, _ body: String = "", headers: HeaderFields = [:]) {
        add { _ in TransportResponse(status: status, headers: headers, body: Array(body.utf8)) }
    }

    func add(failure: TransportError) {
        add { _ in throw failure }
    }

    /// A good answer to a registration.
    func addRegistration(fid: String = sampleID, token: String = "token-1", lifetime: String = "604800s") {
        add(
            200,
            """
            {"name": "projects/1/installations/\(fid)", "fid": "\(fid)", "refreshToken": "refresh-1",
             "authToken": {"token": "\(token)", "expiresIn": "\(lifetime)"}}
            """)
    }

    /// A good answer to a fetch.
    func addUpdate(_ entries: String = #"{"color": "red"}"#, etag: String? = "etag-1", version: Int = 7) {
        var headers: HeaderFields = [:]
        headers["etag"] = etag
        add(
            200, #"{"state": "UPDATE", "entries": \#(entries), "templateVersion": "\#(version)"}"#, headers: headers)
    }
}

let sampleID = "cAbCdEfGhIjKlMnOpQrStU"
