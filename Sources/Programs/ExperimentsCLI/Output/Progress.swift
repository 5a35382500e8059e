import Dispatch
import ExperimentsCore

/// A line on standard error that says what is being waited for, once the wait is long enough to notice.
enum Progress {
    private static let patience = DispatchTimeInterval.milliseconds(400)

    /// Waits for `work` on the calling thread. The line appears only on a terminal, and is gone afterwards.
    static func wait<Value: Sendable>(
        _ words: String, for work: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        try wait(words, for: Promise(work))
    }

    /// Waits for work that was begun.
    static func wait<Value: Sendable>(_ words: String, for promise: Promise<Value>) throws -> Value {
        let start = ContinuousClock.now
        guard Console.isError else { return try finished(promise) }
        var step = patience
        var isShown = false
        while true {
            if let result = promise.result(by: .now() + step) {
                if isShown { StandardError.replaceLine(nil) }
                return try result.get()
            }
            step = .seconds(1)
            isShown = true
            StandardError.replaceLine("\(words) (\(DurationText.text(of: .now - start)))")
        }
    }

    private static func finished<Value: Sendable>(_ promise: Promise<Value>) throws -> Value {
        while true {
            if let result = promise.result(by: .distantFuture) { return try result.get() }
        }
    }
}
