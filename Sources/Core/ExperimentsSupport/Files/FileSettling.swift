import Foundation

/// Reads files that other programs may be replacing at this moment. `git checkout` and editors remove a file, or empty it,
/// and write it again within milliseconds.
package struct FileSettling: Sendable {
    /// How long a file may be missing or empty before that counts as its state.
    package static let patience = Duration.milliseconds(100)
    private static let tries = 5
    /// The maximum number of attempts while a file is being written.
    private static let mostTries = 50

    private let pause: @Sendable (Duration) async -> Void

    /// - Parameter pause: waits for a duration.
    package init(pause: @escaping @Sendable (Duration) async -> Void) {
        self.pause = pause
    }

    /// Waits with the system's clock.
    package static let system = FileSettling { try? await Task.sleep(for: $0) }

    /// Returns the result of `body`, which reads the file at `path`. While the file is missing or empty, this waits and
    /// tries again, for ``patience`` in total. If `body` fails, it does the same until nothing has been written for
    /// ``patience``.
    ///
    /// - Throws: the error of the last call of `body`.
    package func read<Value>(_ path: String, _ body: @Sendable () throws -> Value) async throws -> Value {
        var attempts = Attempts(path)
        while attempts.areLeft, !Task.isCancelled {
            if let value = try attempts.next(body) { return value }
            await pause(Self.patience / Self.tries)
        }
        return try body()
    }

    /// Does the same as ``read(_:_:)``, for threads that may wait.
    @available(*, noasync, message: "use read(_:_:)")
    package static func readBlocking<Value>(
        _ path: String, pause: (Duration) -> Void = FileSettling.block, _ body: () throws -> Value
    ) throws -> Value {
        var attempts = Attempts(path)
        while attempts.areLeft {
            if let value = try attempts.next(body) { return value }
            pause(patience / tries)
        }
        return try body()
    }

    /// The attempts to read a file, with a pause after each.
    private struct Attempts {
        private let path: String
        private var absences = 0
        private var count = 0
        private var quietPauses = 0
        /// The state of the file that could not be read, and why.
        private var failure: (state: FileFingerprint, error: any Error)?

        init(_ path: String) { self.path = path }

        var areLeft: Bool { absences < tries && count < mostTries }

        /// Returns the result of `body`, or nil if this should be called again after a pause.
        ///
        /// - Throws: what `body` throws, if the file has not changed since for long enough.
        mutating func next<Value>(_ body: () throws -> Value) throws -> Value? {
            count += 1
            guard let status = FileStatus(of: path), status.size > 0 else {
                absences += 1
                failure = nil
                return nil
            }
            if let failure, failure.state == status.fingerprint {
                quietPauses += 1
                guard quietPauses < tries else { throw failure.error }
                return nil
            }
            do {
                return try body()
            } catch {
                (failure, quietPauses) = ((status.fingerprint, error), 0)
                return nil
            }
        }
    }

    /// Waits while the file at `path` is missing or empty, for ``patience`` at most. For threads that may wait.
    @available(*, noasync, message: "wait in OwnThread.run")
    package static func waitWhileInReplacement(_ path: String, pause: (Duration) -> Void = FileSettling.block)
    {
        for _ in 0..<tries where mayBeInReplacement(path) { pause(patience / tries) }
    }

    /// Blocks the thread for a duration.
    package static func block(_ duration: Duration) { Thread.sleep(forTimeInterval: duration.inSeconds) }

    /// Whether there is no file at `path`, or an empty one, as in the middle of a replacement.
    static func mayBeInReplacement(_ path: String) -> Bool { (FileStatus(of: path)?.size ?? 0) == 0 }
}
