import ExperimentsCore
import ExperimentsLocks
import ExperimentsTransport
import Foundation
import TestSupport

/// How a server treats those who open its stream of changes.
enum StreamBehaviour: String, CaseIterable, Sendable {
    case endsImmediately
    case endsAfterAMinute
    case isUnavailable
    case isUnavailableAndAsksToWait
    case refusesMostAndAsksToWait
    case isNotThere
    case refusesConnections
    case hangs
    case fallsSilent
    case knowsNoStream

    /// The seconds for which the server asks clients to wait.
    static let askedWait = 120
}

/// A server whose time passes only by what it and its clients wait for.
final class PretendServer: StreamingTransport {
    /// The time after which nothing happens any more, in seconds.
    static let horizon: TimeInterval = 3600

    let clock = ManualClock()
    private let behaviour: StreamBehaviour
    private let answers: @Sendable (TransportRequest) -> TransportResponse
    private let start: Date
    private let openings = Mutex<[TimeInterval]>([])
    private let waits = Mutex(false)

    /// - Parameter answers: answers the requests that do not open a stream.
    init(
        _ behaviour: StreamBehaviour,
        answers: @escaping @Sendable (TransportRequest) -> TransportResponse = { _ in
            TransportResponse(status: 404)
        }
    ) {
        self.behaviour = behaviour
        self.answers = answers
        start = clock.now
    }

    /// The seconds since the start.
    var seconds: TimeInterval { clock.now.timeIntervalSince(start) }
    /// The times of the requests for a stream, in seconds since the start.
    var requests: [TimeInterval] { openings.withLock(\.self) }
    /// Whether the hour is over, or somebody waits longer.
    var isOver: Bool { waits.withLock(\.self) || seconds >= Self.horizon }

    func send(_ request: TransportRequest) async throws -> TransportResponse { answers(request) }

    func open(_ request: TransportRequest) async throws -> TransportStream {
        guard seconds < Self.horizon else { try await forever() }
        openings.withLock { $0.append(seconds) }
        let host = request.url.hostAndPort
        switch behaviour {
        case .endsImmediately: return stream { nil }
        case .endsAfterAMinute: return stream(ends(after: 60))
        case .isUnavailable: return refusal(503)
        case .isUnavailableAndAsksToWait: return refusal(503, ["retry-after": "\(StreamBehaviour.askedWait)"])
        case .refusesMostAndAsksToWait: return refusal(429, ["retry-after": "\(StreamBehaviour.askedWait)"])
        case .isNotThere: throw TransportError.hostNotFound(host: host)
        case .refusesConnections:
            throw TransportError.connectionRefused(host: host, port: request.url.port ?? 80)
        case .hangs:
            clock.advance(by: request.timeout.inSeconds)
            throw TransportError.timedOut(after: request.timeout, host: host)
        case .fallsSilent:
            return stream { [clock] in
                clock.advance(by: request.timeout.inSeconds)
                throw TransportError.timedOut(after: request.timeout, host: host)
            }
        case .knowsNoStream: return refusal(404)
        }
    }

    /// Lets time pass immediately. At the end of the hour, waits until the task is cancelled.
    @Sendable func pause(_ duration: Duration) async throws {
        clock.advance(by: duration.inSeconds)
        if seconds >= Self.horizon { try await forever() }
    }

    private func ends(after seconds: TimeInterval) -> @Sendable () async throws -> [UInt8]? {
        { [clock] in
            clock.advance(by: seconds)
            return nil
        }
    }

    private func stream(_ pieces: @escaping @Sendable () async throws -> [UInt8]?) -> TransportStream {
        TransportStream(
            status: 200, headers: ["content-type": "text/event-stream"],
            pieces: TransportStream.Pieces(unfolding: pieces))
    }

    private func refusal(_ status: Int, _ headers: HeaderFields = [:]) -> TransportStream {
        TransportStream(status: status, headers: headers, pieces: TransportStream.Pieces { $0.finish() })
    }

    /// Waits until the task is cancelled.
    private func forever() async throws -> Never {
        waits.withLock { $0 = true }
        let (stream, continuation) = AsyncStream<Never>.makeStream()
        for await _ in stream {}
        withExtendedLifetime(continuation) {}
        throw CancellationError()
    }
}
