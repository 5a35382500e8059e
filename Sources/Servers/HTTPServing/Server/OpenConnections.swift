import ExperimentsSupport
import Locks
import NIOCore

/// The connections that are open, each with the task that serves it.
final class OpenConnections: Sendable {
    private let open = Mutex<[ObjectIdentifier: (channel: any Channel, task: Task<Void, Never>)]>([:])

    /// Serves a connection until it is closed.
    func serve(_ connection: ServedConnection, _ responder: any HTTPResponder) {
        let id = ObjectIdentifier(connection.channel)
        open.withLock { open in
            let task = Task.detached { [weak self] in
                await connection.run(responder)
                self?.open.withLock { $0[id] = nil }
            }
            open[id] = (connection.channel, task)
        }
    }

    /// Tells all of them to take no more requests, and waits until they are closed: by themselves, or by force when
    /// `patience` is over.
    func close(patience: Duration) async {
        let all = open.withLock { Array($0.values) }
        if patience > .zero {
            for (channel, _) in all { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
        }
        let end = Task {
            try? await Task.sleep(for: patience)
            for (_, task) in all { task.cancel() }
        }
        for (_, task) in all { await task.value }
        end.cancel()
    }
}
