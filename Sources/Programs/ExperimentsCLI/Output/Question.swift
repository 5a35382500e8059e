import Dispatch
import ExperimentsCore

/// A question before a change that cannot easily be undone.
struct Question {
    /// The question, without the question mark.
    let text: String
    /// The reason why the command cannot continue without a terminal.
    let reason: String
    /// The advice if no answer can be given.
    let advice: String
    /// The message after a refusal.
    var refusal = "nothing was changed"
    /// The text that must be typed as consent, if `y` is not enough.
    var expected: String?

    /// Asks on the terminal. Everything except `y` and `yes`, or the expected word, is a refusal.
    ///
    /// - Throws: `CommandProblem` after a refusal, and if there is no terminal.
    ///
    /// - Parameter isSure: whether the user said yes on the command line, so that there is nothing to ask.
    func ask(unless isSure: Bool = false) throws {
        guard !isSure else { return }
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

/// A line on standard error that shows what the program is waiting for, once the wait is long enough to notice.
enum Progress {
    private static let patience = DispatchTimeInterval.milliseconds(400)

    /// Waits for `work` on the calling thread. The line appears only on a terminal, and is gone afterwards.
    ///
    /// - Parameters:
    ///   - limit: the maximum time to wait; nil for no limit.
    ///   - list: if the work is a change, the command that shows whether it was made, because its outcome is unknown
    ///     after the limit.
    /// - Throws: `CommandProblem` after the limit, and the errors of the work.
    static func wait<Value: Sendable>(
        _ words: String, within limit: WaitLimit? = nil, changing list: String? = nil,
        for work: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        guard let limit else { return try wait(words, for: Promise(work)) }
        let promise = Promise(work)
        return try limit.counting {
            guard let result = result(words, of: promise, by: .now() + limit.rest.inSeconds) else {
                throw limit.problem(words, changing: list)
            }
            return try result.get()
        }
    }

    /// Waits for work that was started before.
    static func wait<Value: Sendable>(_ words: String, for promise: Promise<Value>) throws -> Value {
        while true {
            if let result = result(words, of: promise, by: .distantFuture) { return try result.get() }
        }
    }

    /// Returns the result of work that was started before; nil if there is none by the deadline.
    static func result<Value: Sendable>(
        _ words: String, of promise: Promise<Value>, by deadline: DispatchTime
    ) -> Result<Value, any Error>? {
        let start = ContinuousClock.now
        guard Console.isError else { return promise.result(by: deadline) }
        var next = DispatchTime.now() + patience
        var isShown = false
        defer { if isShown { StandardError.replaceLine(nil) } }
        while true {
            if let result = promise.result(by: min(next, deadline)) { return result }
            guard next < deadline else { return nil }
            next = .now() + .seconds(1)
            isShown = true
            StandardError.replaceLine("\(words) (\(DurationText.text(of: .now - start)))")
        }
    }
}
