import ExperimentsCore
import ExperimentsDashboard
import Foundation

/// A dashboard without a terminal, and the time that it takes.
final class MeasuredDashboard {
    private let dashboard: HeadlessDashboard
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
        dashboard = HeadlessDashboard(session, options: options, size: CellSize(columns: 120, rows: 40))
        settle()
    }

    private func measured(_ handle: () -> Frame?) {
        let clock = ContinuousClock()
        let start = clock.now
        consume(handle())
        longest = max(longest, start.duration(to: clock.now))
    }

    /// Takes what is posted until nothing more comes for some milliseconds.
    private func takeAll(within milliseconds: Int) {
        while dashboard.wait(milliseconds: milliseconds) { measured { dashboard.handleNext() } }
    }

    func handle(_ event: ServiceEvent) { measured { dashboard.handle(event) } }

    func press(_ key: String) throws {
        let press = try KeyPress(parsing: key)
        measured { dashboard.handle(.key(press)) }
    }

    /// Presses a key again and again for a while, and takes what is posted in between.
    func press(_ key: String, for duration: Duration) throws {
        let end = ContinuousClock.now + duration
        while ContinuousClock.now < end {
            try press(key)
            takeAll(within: 0)
        }
    }

    /// Takes what is posted until nothing more comes.
    func settle() {
        longest = .zero
        takeAll(within: 400)
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
    func measureLongest(_ name: String, samples: Int = 8, _ change: (Int) throws -> Void) rethrows
        -> BenchmarkRow
    {
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
            if dashboard.wait(milliseconds: 10_000) { measured { dashboard.handleNext() } }
            waits.append(start.duration(to: clock.now))
            stops.append(longest)
            settle()
            try close()
            settle()
        }
        func row(_ name: String, _ times: [Duration], _ goal: Duration) -> BenchmarkRow {
            let times = times.dropFirst().sorted()
            var row = BenchmarkRow(
                name: name, value: .time(times[samples / 2]), tail: .time(times[samples - 1]))
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
