import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import Foundation

/// Sends exposures and events to GrowthBook, or to a server that accepts the requests of the tracking plugin of its
/// SDKs.
///
/// All events within a second are sent together. After a failure, they are sent again after longer and longer pauses.
/// At most 2,000 events wait; beyond that, the oldest are dropped. Exposures because of an operator's override, and
/// repeated exposures, are left out. The unit is the only information about the user that is sent.
public final class GrowthBookTracker: ExperimentTracker {
    /// The state of the sending.
    public struct Status: Sendable, Hashable {
        /// The number of events that arrived.
        public internal(set) var sent = 0
        /// The number of events that wait.
        public internal(set) var waiting = 0
        /// The number of events that were dropped, because too many waited or the server refused them.
        public internal(set) var dropped = 0
        /// The reason why the latest request failed; nil if it succeeded. It contains no key.
        public internal(set) var problem: String?
    }

    private struct State {
        var queue = TrackingQueue()
        /// The current request, whose result is whether it arrived.
        var sending: Task<Bool, Never>?
        /// Whether a task waits for the next attempt.
        var isServed = false
    }

    private let address: TrackingAddress
    private let installation: String?
    private let hashAttribute: String
    private let transport: any HTTPTransport
    private let pause: @Sendable (TimeInterval) async throws -> Void
    private let now: @Sendable () -> Date
    private let fraction: @Sendable () -> Double
    private let tell: @Sendable (Status) -> Void
    private let state = Mutex(State())

    /// Creates a tracker.
    ///
    /// - Parameters:
    ///   - ingestor: the address for events, to which `/track` and the key are added; GrowthBook's own is
    ///     `https://us1.gb-ingest.com`.
    ///   - clientKey: the client key of the connection, for example `sdk-abc123`.
    ///   - installation: a name for this installation of the app, which must stay the same between launches.
    ///   - hashAttribute: the attribute by which experiments distinguish users.
    ///   - transport: sends the requests.
    public convenience init(
        to ingestor: URL, clientKey: String, installation: String, hashAttribute: String = "id",
        transport: any HTTPTransport = SystemTransport()
    ) {
        self.init(
            TrackingAddress(ingestor: ingestor, clientKey: clientKey), installation: installation,
            hashAttribute: hashAttribute, transport: transport)
    }

    /// Creates a tracker that forwards the events of other programs.
    ///
    /// - Parameter tell: called after each request, on any thread.
    package convenience init(
        forwardingTo ingestor: URL, clientKey: String, tell: @escaping @Sendable (Status) -> Void
    ) {
        self.init(TrackingAddress(ingestor: ingestor, clientKey: clientKey), installation: nil, tell: tell)
    }

    init(
        _ address: TrackingAddress, installation: String?, hashAttribute: String = "id",
        transport: any HTTPTransport = SystemTransport(),
        pause: @escaping @Sendable (TimeInterval) async throws -> Void = {
            try await Task.sleep(for: .seconds($0))
        },
        now: @escaping @Sendable () -> Date = { SteadyTime.now },
        fraction: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        tell: @escaping @Sendable (Status) -> Void = { _ in }
    ) {
        self.address = address
        self.installation = installation
        self.hashAttribute = hashAttribute
        self.transport = transport
        self.pause = pause
        self.now = now
        self.fraction = fraction
        self.tell = tell
    }

    /// The state of the sending.
    public var status: Status { state.withLock { $0.queue.status } }

    public func track(_ exposure: Exposure) {
        guard exposure.origin != .override else { return }
        let unit = exposure.unit ?? installation ?? ""
        track(exposure.experimentalGroupKey, exposure.experimentalGroupValue, unit: unit)
    }

    public func track(_ event: TrackingEvent) {
        track(event.name, value: event.value, properties: event.properties, unit: event.unit)
    }

    /// Tracks that a user is in a group of an experiment.
    package func track(_ experiment: String, _ group: String, unit: String) {
        take(.viewed(experiment, group, attribute: hashAttribute, unit: unit, device: installation))
    }

    /// Tracks an action of a user.
    package func track(_ name: String, value: Double?, properties: JSONObject = JSONObject(), unit: String?) {
        var properties = properties
        if let value { properties["value"] = .number(NumberText.text(of: value)) }
        take(GrowthBookEvent(name, properties: properties, user: unit, device: installation))
    }

    /// Sends all waiting events immediately, and returns when they have arrived, or when a request failed.
    public func flush() async {
        while let sending = state.withLock({ $0.sending ?? begin(&$0, hurries: true) }) {
            guard await sending.value else { return }
        }
    }

    private func take(_ event: GrowthBookEvent) {
        let isFirst = state.withLock { state in
            state.queue.add(event, at: now())
            guard !state.queue.isEmpty, !state.isServed else { return false }
            state.isServed = true
            return true
        }
        guard isFirst else { return }
        Task.detached { [pause, weak self] in
            while let step = self?.nextStep() {
                switch step {
                case .wait(let seconds):
                    guard (try? await pause(seconds)) != nil else { return }
                case .watch(let sending): _ = await sending.value
                }
            }
        }
    }

    private enum Step {
        case wait(TimeInterval)
        case watch(Task<Bool, Never>)
    }

    private func nextStep() -> Step? {
        state.withLock { state in
            if let sending = state.sending { return .watch(sending) }
            if let sending = begin(&state) { return .watch(sending) }
            guard let due = state.queue.nextAttemptAt else {
                state.isServed = false
                return nil
            }
            return .wait(max(0, due.timeIntervalSince(now())))
        }
    }

    /// Begins the request that is due; nil for none.
    private func begin(_ state: inout State, hurries: Bool = false) -> Task<Bool, Never>? {
        guard let events = state.queue.next(at: now(), hurries: hurries) else { return nil }
        let sending = Task.detached { [self] in
            let outcome = await address.post(events, with: transport, now: now)
            let status = self.state.withLock { state in
                state.queue.finish(outcome, at: now(), fraction: fraction())
                state.sending = nil
                return state.queue.status
            }
            tell(status)
            return outcome == .taken
        }
        state.sending = sending
        return sending
    }
}

/// The address for events, and the client key. Neither the key nor the path appears in errors.
struct TrackingAddress: Sendable {
    let ingestor: URL
    let clientKey: String

    /// The maximum number of bytes of a response that are read.
    private static let answerLimit = 64 << 10

    /// Posts events once.
    func post(
        _ events: [GrowthBookEvent], with transport: any HTTPTransport, now: @Sendable () -> Date
    ) async -> TrackingQueue.Outcome {
        guard let url else {
            return .refused("\(ingestor.hostAndPort): the client key cannot be part of a URL")
        }
        let request = TransportRequest(
            .post, url, headers: ["content-type": "text/plain", "accept": "application/json"],
            body: JSONValue.array(events.map(\.json)).compactBytes, timeout: .seconds(30),
            bodyLimit: Self.answerLimit)
        do {
            return outcome(of: try await transport.send(request), now())
        } catch let error as TransportError {
            if case .insecure = error { return .refused(error.description) }
            return .lost(error.description, retryAfter: nil)
        } catch {
            return .lost("the events could not be sent to \(ingestor.hostAndPort)", retryAfter: nil)
        }
    }

    private var url: URL? {
        guard let service = ingestor.service("/track"),
            var parts = URLComponents(url: service, resolvingAgainstBaseURL: false)
        else { return nil }
        parts.queryItems = [URLQueryItem(name: "client_key", value: clientKey)]
        return parts.url
    }

    private func outcome(of response: TransportResponse, _ now: Date) -> TrackingQueue.Outcome {
        let words = "\(ingestor.hostAndPort) returned \(response.status) to events"
        switch response.status {
        case 200..<300: return .taken
        case 408, 425, 429, 500...:
            return .lost(words, retryAfter: RetryWait.seconds(in: response.headers, now: now))
        default: return .refused(words)
        }
    }
}
