import ExperimentsLocks
import Foundation

/// A line on a terminal that shows how many files were read, if that takes long.
final class ProgressLine: Sendable {
    private let total: Int
    private let isShown: Bool
    private let start = ContinuousClock.now
    private let hasLine = Mutex(false)

    init(total: Int) {
        self.total = total
        isShown = isatty(STDERR_FILENO) != 0
    }

    func show(_ count: Int) {
        guard isShown, ContinuousClock.now - start > .milliseconds(500) else { return }
        hasLine.withLock { hasLine in
            write("\r\u{1B}[Kreading \(count) of \(total) files")
            hasLine = true
        }
    }

    /// Removes the line.
    func clear() {
        hasLine.withLock { hasLine in
            if hasLine { write("\r\u{1B}[K") }
            hasLine = false
        }
    }

    private func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
