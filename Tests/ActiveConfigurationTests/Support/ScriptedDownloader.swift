import ActiveConfiguration
import ExperimentsCore
import Synchronization
import TestSupport

/// A downloader whose answers are lined up, or given while it waits.
final class ScriptedDownloader: ActiveConfigDownloader {
    typealias Answer = Result<ActiveConfigDownload, FetchFailure>

    private struct State {
        var requests: [ActiveConfigRequest] = []
        var answers: [Answer] = []
        var waiting: [(user: String?, continuation: CheckedContinuation<Answer, Never>)] = []
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

    /// Answers the download that waits for `user`; waits for it if there is none yet.
    func answer(_ user: String?, _ answer: Answer) async throws {
        let continuation = try await eventually("a download for \(user ?? "nobody")") {
            self.state.withLock { state in
                state.waiting.firstIndex { $0.user == user }.map { state.waiting.remove(at: $0).continuation }
            }
        }
        continuation.resume(returning: answer)
    }

    func download(_ request: ActiveConfigRequest) async throws -> ActiveConfigDownload {
        let answer = await withCheckedContinuation { continuation in
            let answer: Answer? = state.withLock { state in
                state.requests.append(request)
                guard state.answers.isEmpty else { return state.answers.removeFirst() }
                state.waiting.append((request.userID, continuation))
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
        return try answer.get()
    }
}
