import Foundation

/// Reads files that other programs may be replacing at this moment. `git checkout` and editors remove a file, or empty it,
/// and write it again within milliseconds.
package struct FileSettling: Sendable {
    /// How long a file may be gone or empty before that counts as its state.
    package static let patience = Duration.milliseconds(100)
    private static let tries = 5

    private let pause: @Sendable (Duration) async -> Void

    /// - Parameter pause: waits for a duration.
    package init(pause: @escaping @Sendable (Duration) async -> Void) {
        self.pause = pause
    }

    /// Waits with the system's clock.
    package static let system = FileSettling { try? await Task.sleep(for: $0) }

    /// Returns the result of `body`, which reads the file at `path`. While the file is gone or empty, or if it changes while
    /// `body` fails, this waits and tries again, for ``patience`` in all.
    ///
    /// - Throws: what `body` throws in the end.
    package func read<Value>(_ path: String, _ body: @Sendable () throws -> Value) async throws -> Value {
        for _ in 0..<Self.tries where !Task.isCancelled {
            if let before = FileStatus(of: path), before.size > 0 {
                do {
                    return try body()
                } catch {
                    if FileStatus(of: path)?.fingerprint == before.fingerprint { throw error }
                }
            }
            await pause(Self.patience / Self.tries)
        }
        return try body()
    }

    /// Waits while the file at `path` is gone or empty, for ``patience`` at most. For threads that may wait.
    package static func waitWhileInReplacement(_ path: String, pause: (Duration) -> Void = FileSettling.block) {
        for _ in 0..<tries where mayBeInReplacement(path) { pause(patience / tries) }
    }

    /// Blocks the thread for a duration.
    package static func block(_ duration: Duration) { Thread.sleep(forTimeInterval: duration.inSeconds) }

    /// Whether there is no file at `path`, or an empty one, as in the middle of a replacement.
    static func mayBeInReplacement(_ path: String) -> Bool { (FileStatus(of: path)?.size ?? 0) == 0 }
}
