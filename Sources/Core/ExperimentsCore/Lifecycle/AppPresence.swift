import Locks

/// Keeps the lifecycle of this app, and notifies observers of its changes.
package final class AppPresence: Sendable {
    private let state = Mutex(AppLifecycle())
    private let changes = Observers<AppLifecycle>()

    /// Creates the presence of an app that is in the foreground until something else is reported.
    package init() {}

    package var lifecycle: AppLifecycle { state.withLock { $0 } }

    /// Handles a notice of the system, on any thread.
    package func report(_ event: AppLifecycle.Event) {
        state.withLock { state in
            let old = state
            _ = state.handle(event)
            if state != old { changes.enqueue(state) }
        }
        changes.deliver()
    }

    /// Calls `handler` after each change, until the handle is cancelled or released.
    package func observe(_ handler: @escaping @Sendable (AppLifecycle) -> Void) -> ObservationHandle {
        changes.add(handler)
    }

    /// Waits until streams may be open.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before that.
    package func untilActive() async throws {
        guard !lifecycle.isActive else { return }
        let (news, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let observation = observe { _ in continuation.yield() }
        defer { observation.cancel() }
        // It may have become active before it was observed.
        continuation.yield()
        for await _ in news where lifecycle.isActive { return }
        throw CancellationError()
    }
}
