import Dispatch
import ExperimentsCore

/// A question before something is changed that cannot easily be made again.
struct Question {
    /// The question, without the question mark.
    let text: String
    /// The reason why the command cannot continue without a terminal.
    let reason: String
    /// The advice if no answer can be given.
    let advice: String
    /// The message after a refusal.
    var refusal = "nothing was changed"
    /// The text that must be typed for a yes, if that is more than `y`.
    var expected: String?

    /// Asks on the terminal. Everything except `y` and `yes`, or the expected word, is a refusal.
    ///
    /// - Throws: `CommandProblem` after a refusal, and if there is no terminal.
    func ask() throws {
        guard Console.isInteractive else {
            throw CommandProblem("\(reason), but this is not a terminal", advice: advice)
        }
        if let expected {
            StandardError.write("\(text)? Type \(expected) to continue: ")
            guard readLine() == expected else { throw CommandProblem(refusal) }
            return
        }
        StandardError.write("\(text)? [y/N] ")
        let answer = readLine()?.lowercased() ?? ""
        guard answer == "y" || answer == "yes" else { throw CommandProblem(refusal) }
    }
}

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
