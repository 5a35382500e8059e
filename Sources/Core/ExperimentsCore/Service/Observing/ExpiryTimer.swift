import Foundation
import Locks

/// Waits for the next override to end by itself, so that subscribers are notified at that time.
final class ExpiryTimer: Sendable {
    private let task = Mutex<Task<Void, Never>?>(nil)

    deinit {
        task.withLock { $0?.cancel() }
    }

    /// Calls `action` at `date`, instead of at the date that was waited for before. With nil, waits for nothing.
    func wait(until date: Date?, now: Date, _ action: @escaping @Sendable () -> Void) {
        let next = date.map { date in
            Task.detached {
                // A little later than the date, so that a clock of another resolution agrees that the time is over.
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
