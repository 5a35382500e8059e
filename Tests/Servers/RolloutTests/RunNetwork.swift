import ExperimentResults
import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import Foundation
import RemoteConfigEmulator

/// The network and the store of events of one run of a program. A request to one of them or its answer can be lost, or
/// the program is killed there.
final class RunNetwork: HTTPTransport {
    enum Fault: CaseIterable {
        /// The request arrives, and its answer is lost.
        case lostAnswer
        /// The request does not arrive.
        case lostRequest
        /// The program is killed before the request arrives.
        case killedBefore
        /// The program is killed after the request has arrived.
        case killedAfter
    }

    private struct State {
        /// The numbers of requests to the service, and of all requests.
        var requests = 0
        var all = 0
        var isKilled = false
    }

    private let emulator: Emulator
    /// A fault, and the number of the request that it applies to.
    struct Trouble: Sendable {
        let request: Int
        let fault: Fault
    }

    private let trouble: Trouble?
    /// Whether the service does not answer.
    private let isAway: Bool
    private let state = Mutex(State())

    init(to emulator: Emulator, _ trouble: Trouble? = nil, isAway: Bool = false) {
        self.emulator = emulator
        self.trouble = trouble
        self.isAway = isAway
    }

    /// Whether the program was killed. It must do nothing then.
    var isKilled: Bool { state.withLock(\.isKilled) }

    /// The number of requests to the service so far.
    var requests: Int { state.withLock(\.requests) }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        if isAway { throw TransportError.connectionLost(host: "service") }
        state.withLock { $0.requests += 1 }
        return try await deliver { await answer(request) }
    }

    /// Makes a request, unless it is lost or the program is killed there. A program that was killed makes none.
    func deliver<Answer>(_ request: () async throws -> Answer) async throws -> Answer {
        let lost = TransportError.connectionLost(host: "service")
        if isKilled { throw lost }
        let fault = state.withLock { state -> Fault? in
            state.all += 1
            guard let trouble, trouble.request == state.all else { return nil }
            state.isKilled = trouble.fault == .killedBefore || trouble.fault == .killedAfter
            return trouble.fault
        }
        if fault == .lostRequest || fault == .killedBefore { throw lost }
        let answer = try await request()
        if fault == .lostAnswer || fault == .killedAfter { throw lost }
        return answer
    }

    private func answer(_ request: TransportRequest) async -> TransportResponse {
        let components = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
        let items = (components?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        let response = await emulator.respond(
            to: EmulatorRequest(
                method: request.method.rawValue, path: request.url.path,
                query: Dictionary(items) { first, _ in first }, headers: request.headers,
                body: request.body ?? []))
        return TransportResponse(status: response.status, headers: response.headers, body: response.body)
    }
}

/// The results as one run of a program reads and stores them.
struct RunResults: ExperimentResultsSource {
    let users: WorldUsers
    let network: RunNetwork

    var subjects: Set<String> { users.subjects }

    func standings(
        at date: Date, _ known: KnownExperiments, keepingLooks keeps: Bool
    ) async throws -> [ExperimentStanding] {
        try await network.deliver { try await users.standings(at: date, known, keepingLooks: keeps) }
    }

    func keepSplits(_ known: KnownExperiments, at date: Date) async throws -> Bool {
        try await network.deliver { try await users.keepSplits(known, at: date) }
    }

    func watch(_ changed: @escaping @Sendable () -> Void) -> ObservationHandle { users.watch(changed) }
}
