import Foundation
import Locks

/// Waits for the next override to end by itself, so that subscribers hear of it when it happens.
final class ExpiryTimer: Sendable {
    private let task = Mutex<Task<Void, Never>?>(nil)

    deinit {
        task.withLock { $0?.cancel() }
    }

    /// Calls `action` at `date`, in place of what was waited for before; with nil, waits for nothing.
    func wait(until date: Date?, now: Date, _ action: @escaping @Sendable () -> Void) {
        let next = date.map { date in
            Task.detached {
                // A little later, so that a clock of another resolution agrees that the time is over.
                guard (try? await Task.sleep(for: .seconds(date.timeIntervalSince(now) + 0.001))) != nil else { return }
                action()
            }
        }
        let previous = task.withLock { task in
            defer { task = next }
            return task
        }
        previous?.cancel()
    }
}
