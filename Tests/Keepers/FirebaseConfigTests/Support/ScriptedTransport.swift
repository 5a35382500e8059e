import ExperimentsCore
import ExperimentsLocks
import FirebaseConfig

/// Answers requests from a script, in order, and remembers them.
final class ScriptedTransport: StreamingTransport {
    typealias Step = @Sendable (TransportRequest) async throws -> TransportResponse
    typealias StreamStep = @Sendable () throws -> TransportStream

    private let steps: Mutex<[Step]>
    private let streamSteps = Mutex<[StreamStep]>([])
    private let openedStreams = Mutex<[TransportRequest]>([])
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
        guard let step else {
            throw TransportError.other(host: "script", code: -1, reason: "the script is over")
        }
        return try await step(request)
    }
}

extension ScriptedTransport {
    /// The requests that opened a stream.
    var streamRequests: [TransportRequest] { openedStreams.withLock { $0 } }

    func open(_ request: TransportRequest) async throws -> TransportStream {
        let step = streamSteps.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        openedStreams.withLock { $0.append(request) }
        guard let step else {
            throw TransportError.other(host: "script", code: -1, reason: "no stream is left")
        }
        return try step()
    }

    /// The next stream, which the test writes.
    func addStream(_ status: Int = 200, headers: HeaderFields = [:]) -> ScriptedStream {
        let stream = ScriptedStream()
        streamSteps.withLock {
            $0.append { TransportStream(status: status, headers: headers, pieces: stream.pieces) }
        }
        return stream
    }

    func addStream(failure: TransportError) {
        streamSteps.withLock { $0.append { throw failure } }
    }
}

/// The body of an answer, as the test goes on with it.
final class ScriptedStream: Sendable {
    let pieces: TransportStream.Pieces
    private let continuation: TransportStream.Pieces.Continuation
    private let wasLeft = Mutex(false)

    init() {
        (pieces, continuation) = TransportStream.Pieces.makeStream()
        continuation.onTermination = { [weak self] _ in self?.wasLeft.withLock { $0 = true } }
    }

    /// Whether the reader has gone.
    var isLeft: Bool { wasLeft.withLock { $0 } }

    func send(_ text: String) { continuation.yield(Array(text.utf8)) }

    func end(_ error: TransportError? = nil) { continuation.finish(throwing: error) }
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
            200, #"{"state": "UPDATE", "entries": \#(entries), "templateVersion": "\#(version)"}"#,
            headers: headers)
    }
}

let sampleID = "cAbCdEfGhIjKlMnOpQrStU"
