import ExperimentsLocks
import Foundation

/// Whether an app uses the network without being asked: only while it is in the foreground, and not in Low Data Mode. A
/// request of the app itself is always carried out.
package struct AppLifecycle: Sendable, Hashable {
    /// A notice of the system about an app.
    package enum Event: Sendable, Hashable {
        /// The app is in the foreground, or is about to be.
        case foreground
        /// The app is in the background. The system may suspend it at any moment.
        case background
        /// Low Data Mode was turned on or off.
        case lowData(Bool)
    }

    package private(set) var isInForeground = true
    package private(set) var isLowData = false

    /// Creates the state of an app that has just been started. It counts as in the foreground.
    package init() {}

    /// Whether streams may be open.
    package var isActive: Bool { isInForeground && !isLowData }

    /// Handles a notice of the system.
    package mutating func handle(_ event: Event) {
        switch event {
        case .foreground: isInForeground = true
        case .background: isInForeground = false
        case .lowData(let isOn): isLowData = isOn
        }
    }
}

/// Tracks the lifecycle of this app, and notifies observers of its changes.
package final class AppPresence: Sendable {
    private let state = Mutex(AppLifecycle())
    private let changes = Observers<AppLifecycle>()

    /// Creates the presence of an app that is in the foreground until another state is reported.
    package init() {}

    package var lifecycle: AppLifecycle { state.withLock { $0 } }

    /// Handles a notice of the system, on any thread.
    package func report(_ event: AppLifecycle.Event) {
        state.withLock { state in
            let old = state
            state.handle(event)
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
        // The app may have become active before it was observed.
        continuation.yield()
        for await _ in news where lifecycle.isActive { return }
        throw CancellationError()
    }
}

extension RemoteConfigService {
    /// Fetches whenever the app comes to the foreground, unless the latest successful fetch is more recent than `age`,
    /// until the returned handle is cancelled or released. On Linux, where apps have no background, it never fetches.
    ///
    /// It does not fetch in Low Data Mode; `fetch()` does. The `history` contains the results.
    public func fetchInForeground(unlessYoungerThan age: Duration = .seconds(60)) -> ObservationHandle {
        fetchInForeground(unlessYoungerThan: age, of: .system)
    }

    package func fetchInForeground(
        unlessYoungerThan age: Duration = .seconds(60), of presence: AppPresence
    ) -> ObservationHandle {
        presence.observe { [weak self] lifecycle in
            guard lifecycle.isActive, let self, !hasFetched(within: age) else { return }
            Task { try? await self.fetch() }
        }
    }

    private func hasFetched(within age: Duration) -> Bool {
        guard let last = cache.inputs.fetchedAt else { return false }
        // The age of values from the future is unknown: the clock was set back.
        return (0..<max(age.inSeconds, 0)).contains(now().timeIntervalSince(last))
    }
}
