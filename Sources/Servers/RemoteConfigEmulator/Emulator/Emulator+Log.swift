import ExperimentsCore
import Foundation
import Locks

extension Emulator {
    /// Returns the last requests, the newest last. A thousand are kept.
    public func newestRequests(_ count: Int) -> [RequestRecord] {
        log.withLock { $0.newest(count) }
    }

    /// Says that connections are refused, unless it was said a moment ago: they come by the thousand.
    func noteRefusedConnection(limit: Int) {
        let now = configuration.now()
        let isNews = refusalTold.withLock { told in
            if let told, abs(now.timeIntervalSince(told)) < Self.refusalPause { return false }
            told = now
            return true
        }
        if isNews { observers.notify(.connectionsRefused(limit: limit)) }
    }

    /// The least seconds between two notices of refused connections.
    private static let refusalPause: TimeInterval = 10

    /// Removes all requests from the log.
    public func clearLog() {
        log.withLock { $0.removeAll() }
    }

    /// Returns a sequence of the requests from now on. A reader that is too slow loses the oldest.
    public func requests() -> AsyncStream<RequestRecord> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: RequestRecord.self, bufferingPolicy: .bufferingNewest(10_000))
        let observation = observe { notice in
            if case .request(let record) = notice { continuation.yield(record) }
        }
        continuation.onTermination = { _ in observation.cancel() }
        return stream
    }
}
