import EtcdClient
import ExperimentsCore
import Locks

/// Wakes one waiting task. If no task waits, several calls count as one.
final class TeamBell: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Wakes who waits, or who waits next.
    func ring() { continuation.yield() }

    /// Waits for a ring, or for a while, or for the end of the task.
    ///
    /// - Parameter limit: how long at most; nil for however long it takes.
    func wait(atMost limit: Duration?, _ time: EtcdTime) async {
        let alarm = limit.map { limit in
            Task { [continuation] in
                do { try await time.pause(limit) } catch { return }
                continuation.yield()
            }
        }
        for await _ in stream { break }
        alarm?.cancel()
    }
}
