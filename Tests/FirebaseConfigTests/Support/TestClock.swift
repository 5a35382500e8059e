import Foundation
import Synchronization

/// A clock that stands still until it is moved.
final class TestClock: Sendable {
    private let time: Mutex<Date>

    init(_ time: Date = Date(timeIntervalSince1970: 1_770_000_000)) {
        self.time = Mutex(time)
    }

    var now: Date { time.withLock { $0 } }

    func advance(_ seconds: TimeInterval) {
        time.withLock { $0 += seconds }
    }
}
