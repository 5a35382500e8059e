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
