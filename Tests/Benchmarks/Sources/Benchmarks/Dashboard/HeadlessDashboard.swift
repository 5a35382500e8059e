import ExperimentsCore
import ExperimentsDashboard
import Foundation
import Synchronization

/// A dashboard without a terminal: what it asks for is done beside it, as in the program.
final class HeadlessDashboard {
    /// What was posted and not taken yet.
    private final class Inbox: Sendable {
        private let messages = Mutex<[Message]>([])
        private let arrivals = DispatchSemaphore(value: 0)

        func post(_ message: Message) {
            messages.withLock { $0.append(message) }
            arrivals.signal()
        }

        /// Nil where nothing comes within some milliseconds.
        func next(within milliseconds: Int) -> Message? {
            guard arrivals.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return nil }
            return messages.withLock { $0.removeFirst() }
        }
    }

    private var state: DashboardState
    private let runner: EffectRunner
    private let inbox = Inbox()
    /// The longest that one message kept the loop since ``settle()`` began.
    private(set) var longest = Duration.zero

    /// - Parameter other: what a second source holds, to compare with.
    init(_ keys: [CatalogKey], _ keeper: InMemoryRemoteConfigKeeper, other: Snapshot? = nil) {
        let service = RemoteConfigService(remoteConfigKeeper: keeper)
        var session = DashboardSession(service: service, keys: keys, sourceName: "benchmark")
        if let other {
            session.sources = [DashboardSource(name: "benchmark"), DashboardSource(name: "other")]
            session.currentSource = "benchmark"
            session.openSource = { _ in
                RemoteConfigService(remoteConfigKeeper: InMemoryRemoteConfigKeeper(other))
            }
        }
        var options = DashboardOptions()
        options.asksFirst = false
        runner = EffectRunner(session: session) { [inbox] in inbox.post($0) }
        state = DashboardState(
            session: session, options: options, size: CellSize(columns: 120, rows: 40), now: Date())
        take(.tick, at: Date())
        settle()
    }

    /// Takes a message, does what it asks for, and draws.
    func take(_ message: Message, at date: Date = Date()) {
        let clock = ContinuousClock()
        let start = clock.now
        let effects = state.update(message, at: date)
        for effect in effects { runner.run(effect) }
        consume(DashboardView.frame(of: state, theme: .plain))
        longest = max(longest, start.duration(to: clock.now))
    }

    func press(_ key: String) throws {
        take(.input(.key(try KeyPress(parsing: key))))
    }

    /// Presses a key again and again for a while, and takes what is posted in between.
    func press(_ key: String, for duration: Duration) throws {
        let end = ContinuousClock.now + duration
        while ContinuousClock.now < end {
            try press(key)
            while let message = inbox.next(within: 0) { take(message) }
        }
    }

    /// Takes what is posted until nothing more comes.
    func settle() {
        longest = .zero
        while let message = inbox.next(within: 400) { take(message) }
    }

    /// Measures single key presses, one key after the other.
    func measure(
        _ name: String, _ keys: [String], samples: Int = 200, goal: Quantity = Budget.keyPress
    ) throws -> BenchmarkRow {
        var next = 0
        return forTail(
            try Stopwatch.measure(name, samples: samples) {
                try press(keys[next % keys.count])
                next += 1
            }, goal)
    }

    /// Measures the longest that one message keeps the loop, of all that a change brings with it.
    func measureLongest(_ name: String, samples: Int = 8, _ change: (Int) throws -> Void) rethrows -> BenchmarkRow {
        var times: [Duration] = []
        for sample in 0..<samples + 1 {
            longest = .zero
            try change(sample)
            let first = longest
            settle()
            times.append(max(first, longest))
        }
        times.removeFirst()
        times.sort()
        let row = BenchmarkRow(name: name, value: .time(times[samples / 2]), tail: .time(times[samples - 1]))
        return forTail(row, Budget.keyPress)
    }

    /// Measures how long it takes until what a key asks for is on the screen, which is prepared beside the loop.
    ///
    /// - Parameter close: goes back to what was there before.
    func measureWait(
        _ name: String, samples: Int = 9, goal: Duration, _ ask: () throws -> Void, close: () throws -> Void
    ) rethrows -> [BenchmarkRow] {
        let clock = ContinuousClock()
        var (waits, stops): ([Duration], [Duration]) = ([], [])
        for _ in 0..<samples + 1 {
            longest = .zero
            let start = clock.now
            try ask()
            if let message = inbox.next(within: 10_000) { take(message) }
            waits.append(start.duration(to: clock.now))
            stops.append(longest)
            settle()
            try close()
            settle()
        }
        func row(_ name: String, _ times: [Duration], _ goal: Duration) -> BenchmarkRow {
            let times = times.dropFirst().sorted()
            var row = BenchmarkRow(name: name, value: .time(times[samples / 2]), tail: .time(times[samples - 1]))
            row.goal = .time(goal)
            return row
        }
        return [row(name, waits, goal), row(name + ": the loop stands still", stops, .milliseconds(16))]
    }

    private func forTail(_ row: BenchmarkRow, _ goal: Quantity) -> BenchmarkRow {
        var row = row.within(goal)
        row.isGoalForTail = true
        return row
    }
}
