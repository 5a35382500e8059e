import ExperimentsCore
import Synchronization

extension Emulator {
    /// The last requests, the newest last; a thousand are kept.
    public func newestRequests(_ count: Int) -> [RequestRecord] {
        log.withLock { $0.newest(count) }
    }

    /// Forgets the requests so far.
    public func clearLog() {
        log.withLock { $0.removeAll() }
    }

    /// The requests from now on. A reader that falls far behind loses the oldest.
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
