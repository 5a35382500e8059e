import ExperimentsCore
import Foundation

/// Two thousand linked apps: what they cost their server, how soon they hear of a change, how they come back to a server
/// that was started again, and what their reports cost.
struct LinkedAppsSuite: BenchmarkSuite {
    let title = "linked apps"

    private static let count = 2000
    private static let overrides = 100
    private static let changes = 100
    /// As many as come in fifteen seconds.
    private static let reports = 500

    func rows() throws -> [BenchmarkRow] {
        try OpenFiles.raise(toHold: Self.count)
        let server = try ServeProcess(overrides: Self.overrides)
        let before = try server.measured.residentBytes()
        let apps = LinkedApps(count: Self.count)
        _ = try apps.find(server.port)
        let resident = try server.measured.residentBytes()
        return [
            BenchmarkRow(
                name: "resident with \(Self.count) apps", value: .bytes(resident), goal: .bytes(100_000_000)),
            BenchmarkRow(name: "one app", value: .bytes((resident - before) / Self.count)),
        ] + (try changeRows(server, apps)) + (try restartRows(server, apps)) + (try reportRows(server))
    }

    /// An override is set by another program, as a dashboard beside the server does it: the time goes from the key press
    /// to the bytes that an app reads, and the server hears of the file by itself.
    private func changeRows(_ server: ServeProcess, _ apps: LinkedApps) throws -> [BenchmarkRow] {
        let store = server.overrides
        var (first, last): ([Duration], [Duration]) = ([], [])
        // A person presses keys no faster.
        let pace = Pace(every: .milliseconds(50))
        for number in 0..<Self.changes {
            pace.wait(for: number)
            let mark = "change-\(number)-"
            let arrival = try apps.hear(mark) {
                try store.update { $0["key_\(number)"] = Override(value: mark) }
            }
            first.append(arrival.first)
            last.append(arrival.last)
        }
        return [
            row("a change, to the first of \(Self.count) apps", first, goal: .milliseconds(20)),
            row("a change, to the last of \(Self.count) apps", last, goal: .milliseconds(250)),
        ]
    }

    /// The server is killed, and started again at once.
    private func restartRows(_ server: ServeProcess, _ apps: LinkedApps) throws -> [BenchmarkRow] {
        server.kill()
        apps.lose()
        let tries = apps.tries
        try server.restart()
        let arrival = try apps.find(server.port)
        return [
            BenchmarkRow(
                name: "after a restart, until the last of \(Self.count) is back", value: .time(arrival.last),
                goal: .time(.seconds(5))),
            BenchmarkRow(
                name: "tries of one app meanwhile",
                value: .count(Double(apps.tries - tries) / Double(Self.count)),
                goal: .count(3)),
        ]
    }

    /// What an app tells once a minute.
    private enum Telling: String, CaseIterable {
        /// Apps do that when they begin, and when their server was started again: the most that they can cost. What an app
        /// holds differs from what it held, and from what any other app holds.
        case whole = "told anew, other than by any other app,"
        /// The same where all apps hold the same, as those with one version and one source do.
        case alike = "told anew, the same by all,"
        /// As a link tells of a change.
        case changes = "of which ten are told because they changed,"
    }

    /// Reports of a thousand keys. They come as evenly as those of two thousand apps do, of which each tells once a minute.
    private func reportRows(_ server: ServeProcess) throws -> [BenchmarkRow] {
        try Telling.allCases.enumerated().map { number, telling in
            let share = try costOfReports(server, telling, run: number)
            return BenchmarkRow(
                name:
                    "\(ServeProcess.keys) keys \(telling.rawValue) by each of \(Self.count) apps once a minute: of a processor",
                value: .percent(share * 100), goal: .percent(5))
        }
    }

    private func costOfReports(_ server: ServeProcess, _ telling: Telling, run: Int) throws -> Double {
        let connection = try LoopbackConnection(port: server.port)
        let end = Array("}".utf8)
        func send(_ number: Int, isFirst: Bool) throws {
            let report = SampleReport(
                installation: number % Self.count, run: 2 * run + (isFirst || telling == .changes ? 0 : 1),
                sequence: isFirst ? 1 : 2, isOwn: telling == .whole, isWhole: isFirst || telling != .changes)
            _ = try connection.exchange(
                LoopbackConnection.request("POST", "/experiments/v1/reports", body: report.body), end: end)
        }
        for number in 0..<Self.count { try send(number, isFirst: true) }
        // The server writes the reports to a file in the background, and this is not part of what is measured.
        let answered = Date()
        try eventually("the reports in the server's file") { try server.savedApps() > answered }
        let (clock, before) = (ContinuousClock(), try server.measured.processorTime())
        let start = clock.now
        let pace = Pace(every: .seconds(60) / Self.count)
        for number in 0..<Self.reports {
            pace.wait(for: number)
            // Those that were told last: of too many that all differ, the server lets go of the others.
            try send(Self.count - 1 - number, isFirst: false)
        }
        return (try server.measured.processorTime() - before) / start.duration(to: clock.now)
    }

    private func row(_ name: String, _ times: [Duration], goal: Duration) -> BenchmarkRow {
        let times = times.sorted()
        return BenchmarkRow(
            name: name, value: .time(times[times.count / 2]), tail: .time(times[times.count * 99 / 100]),
            goal: .time(goal), isGoalForTail: true)
    }
}
