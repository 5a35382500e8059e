import ArgumentParser
import ExperimentsCore
import ExperimentsLocks
import ExperimentsSupport

/// The maximum time that a command waits for sources and stores, in total: `--timeout`.
final class WaitLimit: ExpressibleByArgument, Sendable {
    private struct State {
        var spent = Duration.zero
        /// The time when the current wait began; nil between waits.
        var start: ContinuousClock.Instant?

        var all: Duration { spent + (start.map { .now - $0 } ?? .zero) }
    }

    private let whole: Duration
    private let state = Mutex(State())

    init(_ whole: Duration) {
        self.whole = whole
    }

    convenience init?(argument: String) {
        guard let duration = DurationText.duration(from: argument), duration > .zero else { return nil }
        self.init(duration)
    }

    /// The limit as given.
    var words: String { DurationText.text(of: whole) }

    /// The remaining time.
    var rest: Duration { max(whole - state.withLock(\.all), .zero) }

    /// Performs work that waits, and counts its time. The time that a person takes to answer a question is not counted.
    func counting<Value>(_ work: () throws -> Value) rethrows -> Value {
        state.withLock { $0.start = .now }
        defer { state.withLock { $0 = State(spent: $0.all) } }
        return try work()
    }

    /// The error after the limit.
    ///
    /// - Parameters:
    ///   - words: the work that the command waited for: `Asking etcd`.
    ///   - list: the command that shows whether a change was made, if the work was one: `link --list`.
    func problem(_ words: String, changing list: String?) -> CommandProblem {
        let work = words.prefix(1).lowercased() + words.dropFirst()
        guard let list else {
            return CommandProblem(
                "no response within \(self.words) while \(work)",
                advice: "Check the connection, or allow more time with --timeout.")
        }
        return CommandProblem(
            "no response within \(self.words) while \(work); it is unknown whether the change was made",
            advice: "Use `experiments \(list)` to see whether it was made before you try again.",
            leavesOutcomeUnknown: true)
    }

    /// Returns the limit of a fetch that begins now.
    ///
    /// - Parameter source: the name of the source.
    func ofFetch(from source: String) -> FetchLimit {
        FetchLimit(
            rest,
            failure: FetchFailure(
                "the source \(Quotation.of(source)) did not respond within \(words)",
                advice: "check the source, or allow more time with --timeout"))
    }
}

extension Optional where Wrapped == WaitLimit {
    /// Returns the limit for changes of an etcd store. The store was read just before, so a longer silence means that
    /// it hangs.
    func ofStoreChanges(_ count: Int = 1) -> WaitLimit {
        self ?? WaitLimit(.seconds(3) + .milliseconds(100) * (count - 1))
    }

    /// Performs work that waits, and counts its time if there is a limit.
    func counting<Value>(_ work: () throws -> Value) rethrows -> Value {
        guard let self else { return try work() }
        return try self.counting(work)
    }
}
