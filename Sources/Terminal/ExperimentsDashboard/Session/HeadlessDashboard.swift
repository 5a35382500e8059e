import Dispatch
import ExperimentsCore
import ExperimentsLocks
import ExperimentsTerminalUI
import Foundation

/// A dashboard without a terminal that works with its session as the program does, for measurements.
///
/// It makes real changes through the session, unlike ``DashboardRehearsal``.
public final class HeadlessDashboard {
    /// The messages that have not been handled yet.
    private final class Arrivals: Sendable {
        private let messages = Mutex<[Message]>([])
        private let count = DispatchSemaphore(value: 0)

        func add(_ message: Message) {
            messages.withLock { $0.append(message) }
            count.signal()
        }

        func wait(milliseconds: Int) -> Bool {
            count.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
        }

        func next() -> Message? { messages.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    }

    private var state: DashboardState
    private let runner: EffectRunner
    private let arrivals = Arrivals()

    /// Creates a dashboard that was just opened and has started its first fetch.
    public init(_ session: DashboardSession, options: DashboardOptions = DashboardOptions(), size: CellSize) {
        runner = EffectRunner(session: session) { [arrivals] in arrivals.add($0) }
        state = DashboardState(session: session, options: options, size: size, now: Date())
        _ = take(.tick)
    }

    /// Handles input, and returns the screen after it.
    public func handle(_ event: InputEvent) -> Frame { take(.input(event)) }

    /// Handles an event of the service, and returns the screen after it.
    public func handle(_ event: ServiceEvent) -> Frame { take(.service(event)) }

    /// Waits for an answer or an event from outside, and returns whether one arrived in time. Then call
    /// ``handleNext()``.
    public func wait(milliseconds: Int) -> Bool { arrivals.wait(milliseconds: milliseconds) }

    /// Handles the next answer or event from outside, and returns the screen after it; nil if there is none.
    public func handleNext() -> Frame? {
        guard var message = arrivals.next() else { return nil }
        let frame = take(message)
        // As in the program's loop: a handled message may hold large values.
        let discarded = DiscardedValues([message])
        message = .tick
        Task.detached { discarded.release() }
        return frame
    }

    private func take(_ message: Message) -> Frame {
        for effect in state.update(message, at: Date()) { runner.run(effect) }
        return DashboardView.frame(of: state, theme: .plain)
    }
}
