import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import Foundation

/// Keeps open the stream in which a server announces new payloads. The server ends each stream after about a minute,
/// which is normal, and the stream is then opened again immediately.
final class PayloadListener: Sendable {
    /// An event of the stream.
    enum Event: Sendable {
        /// A complete payload in bytes.
        case payload([UInt8])
        /// There is a new payload to fetch.
        case changed
    }

    private struct State {
        var status = LiveStatus.off
        var running: Task<Void, Never>?
        var isOffered = false
    }

    let payloads = Observers<Event>()
    let statuses = Observers<LiveStatus>()
    private let server: GrowthBookServer
    private let transport: any StreamingTransport
    private let pause: @Sendable (Duration) async throws -> Void
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    init(
        _ server: GrowthBookServer, transport: any StreamingTransport,
        pause: @escaping @Sendable (Duration) async throws -> Void, now: @escaping @Sendable () -> Date
    ) {
        (self.server, self.transport, self.pause, self.now) = (server, transport, pause, now)
    }

    deinit { state.withLock { $0.running?.cancel() } }

    var status: LiveStatus { state.withLock(\.status) }

    /// Listens if the server's last response offered a stream.
    func follow(isOffered: Bool) {
        let former = state.withLock { state -> Task<Void, Never>? in
            state.isOffered = isOffered
            guard isOffered else {
                statuses.enqueue(.off, replacing: &state.status)
                defer { state.running = nil }
                return state.running
            }
            if state.running == nil { start(&state) }
            return nil
        }
        former?.cancel()
        statuses.deliver()
    }

    /// Listens again if it did before.
    func resume() {
        guard state.withLock(\.isOffered) else { return }
        follow(isOffered: true)
    }

    private func start(_ state: inout State) {
        statuses.enqueue(.connecting, replacing: &state.status)
        state.running = Task.detached { [weak self, server, transport, pause] in
            var failures = 0
            while !Task.isCancelled {
                let fault = await Self.listen(to: server, over: transport) { event in
                    switch event {
                    case .opened: self?.report(.live)
                    case .brought(let event): self?.payloads.notify(event)
                    }
                }
                guard !Task.isCancelled, let self else { return }
                failures = fault == nil ? 0 : failures + 1
                let seconds = PayloadListener.pause(failures: failures)
                if let fault {
                    self.report(.interrupted(reason: fault, nextTryAt: self.now().addingTimeInterval(seconds)))
                }
                try? await pause(.seconds(seconds))
            }
        }
    }

    private enum Notice {
        case opened
        case brought(Event)
    }

    /// Reads one stream to its end.
    ///
    /// - Returns: the problem; nil for a stream that ended normally.
    private static func listen(
        to server: GrowthBookServer, over transport: any StreamingTransport, _ hear: (Notice) -> Void
    ) async -> String? {
        let host = server.streamURL.hostAndPort
        do {
            let stream = try await transport.open(server.streamRequest)
            guard stream.status == 200 else { return "\(host) returned \(stream.status) to the request for its stream" }
            hear(.opened)
            var parser = EventStreamParser(limit: GrowthBookServer.largestPayload)
            for try await piece in stream.pieces {
                for element in parser.read(piece) {
                    switch element {
                    case .event(let event) where event.type == "features" && !event.data.isEmpty:
                        hear(.brought(.payload(Array(event.data.utf8))))
                    case .event(let event) where event.type == "features-updated": hear(.brought(.changed))
                    case .event, .retry: break
                    case .endless: return "an event of \(host) is too long"
                    }
                }
            }
            return nil
        } catch let error as TransportError {
            return error.description
        } catch {
            return "the stream of \(host) failed"
        }
    }

    private func report(_ status: LiveStatus) {
        state.withLock { statuses.enqueue(status, replacing: &$0.status) }
        statuses.deliver()
    }
}

/// The wait before a stream is opened again.
extension PayloadListener {
    /// The longestPause wait, in seconds.
    static let longestPause = 300.0

    /// Returns the wait in seconds: one second after a stream that ended, tripled by each failure in a row, up to five
    /// minutes.
    static func pause(failures: Int) -> Double {
        min(longestPause, failures < 1 ? 1 : exp2(Double(min(failures - 1, 10)) * 1.585))
    }
}
