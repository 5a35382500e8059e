import ActiveConfiguration
import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsLocks
import ExperimentsTransport
import Foundation
import TestSupport

/// A downloader whose answers are lined up, or given while it waits.
final class ScriptedDownloader: ActiveConfigDownloader {
    typealias Answer = Result<ActiveConfigDownload, FetchFailure>

    private struct State {
        var requests: [ActiveConfigRequest] = []
        var answers: [Answer] = []
        var answersByUser: [String?: Answer] = [:]
    }

    private let state = Mutex(State())

    /// What it was asked for so far.
    var requests: [ActiveConfigRequest] { state.withLock(\.requests) }

    /// What the next download brings.
    func lineUp(_ answer: Answer) {
        state.withLock { $0.answers.append(answer) }
    }

    /// Waits until `count` downloads have begun.
    func began(_ count: Int) async throws {
        try await eventually("download number \(count)") { self.requests.count >= count }
    }

    /// Answers the download that waits for `user`, or the next one that does.
    func answer(_ user: String?, _ answer: Answer) {
        state.withLock { $0.answersByUser[user] = answer }
    }

    func download(_ request: ActiveConfigRequest) async throws -> ActiveConfigDownload {
        let linedUp: Answer? = state.withLock { state in
            state.requests.append(request)
            return state.answers.isEmpty ? nil : state.answers.removeFirst()
        }
        if let linedUp { return try linedUp.get() }
        let answer: Answer = try await eventually("an answer for \(request.userID ?? "nobody")") {
            self.state.withLock { $0.answersByUser.removeValue(forKey: request.userID) }
        }
        return try answer.get()
    }
}

/// Answers every request in one way, and remembers them.
struct ScriptedTransport: HTTPTransport {
    let requests = Recorder<TransportRequest>()
    let answer: Result<TransportResponse, TransportError>

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        requests.record(request)
        return try answer.get()
    }
}

/// A server on this machine that answers every request in one way.
struct LoopbackServer: Sendable {
    private struct Responder: HTTPResponder {
        let answer: @Sendable (ServedRequest) -> ServedResponse

        func respond(to request: ServedRequest) async -> ServedResponse { answer(request) }
    }

    private let server: HTTPServer
    /// Where it listens, for example `http://127.0.0.1:43210`.
    let address: String

    init(answering answer: @escaping @Sendable (ServedRequest) -> ServedResponse) async throws {
        server = HTTPServer(Responder(answer: answer))
        address = try await server.start().absoluteString
    }

    func stop() async {
        await server.stop()
    }
}
