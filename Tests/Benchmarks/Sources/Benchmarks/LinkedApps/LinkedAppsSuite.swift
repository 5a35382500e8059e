import ExperimentsCore
import Foundation

/// Two thousand linked apps: what they cost their server, how soon they hear of a change, how they come back to a server
/// that was started again, and what their reports cost.
struct LinkedAppsSuite: BenchmarkSuite {
    let title = "linked apps"

    private static let count = 2000
    private static let overrides = 100
    private static let changes = 100
    /// As many as come in twenty seconds.
    private static let reports = 667

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
        ] + (try changeRows(server, apps)) + (try restartRows(server, apps)) + [try reportRow(server)]
    }

    /// An override is set by another program, as a dashboard beside the server does it: the time goes from the key press
    /// to the bytes that an app reads, and the server hears of the file by itself.
    private func changeRows(_ server: ServeProcess, _ apps: LinkedApps) throws -> [BenchmarkRow] {
        let store = server.overrides
        var (first, last): ([Duration], [Duration]) = ([], [])
        for number in 0..<Self.changes {
            let mark = "change-\(number)-"
            let arrival = try apps.hear(mark) {
                try store.update { $0["key_\(number)"] = Override(value: mark) }
            }
            first.append(arrival.first)
            last.append(arrival.last)
            // As fast as nobody presses keys; else one change would be told with the one before.
            Thread.sleep(forTimeInterval: 0.05)
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
                name: "tries of one app meanwhile", value: .count(Double(apps.tries - tries) / Double(Self.count)),
                goal: .count(3)),
        ]
    }

    /// Whole reports of a thousand keys: apps tell only what changed, so that this is the most that they can cost. They
    /// come as evenly as those of two thousand apps do, of which each tells once a minute.
    private func reportRow(_ server: ServeProcess) throws -> BenchmarkRow {
        let connection = try LoopbackConnection(port: server.port)
        let end = Array("}".utf8)
        func send(_ number: Int, run: Int) throws {
            let body = Self.report(from: number % Self.count, run: run)
            _ = try connection.exchange(
                LoopbackConnection.request("POST", "/experiments/v1/reports", body: body), end: end)
        }
        for number in 0..<Self.count { try send(number, run: 0) }
        let (clock, before) = (ContinuousClock(), try server.measured.processorTime())
        let start = clock.now
        for number in 0..<Self.reports {
            let due = start + .seconds(60) / Self.count * number
            let wait = clock.now.duration(to: due)
            if wait > .zero { Thread.sleep(forTimeInterval: wait / .seconds(1)) }
            try send(number, run: 1)
        }
        let spent = try server.measured.processorTime() - before
        return BenchmarkRow(
            name: "\(ServeProcess.keys) keys told by each of \(Self.count) apps once a minute: of a processor",
            value: .percent(spent / start.duration(to: clock.now) * 100), goal: .percent(5))
    }

    private static func report(from installation: Int, run: Int) -> String {
        let keys = (0..<ServeProcess.keys).map { number in
            #"{"key":"key_\#(number)","status":"ok","value":"value \#(number + run)","supplier":"source"}"#
        }
        return """
            {"version":1,"identity":{"app":"shop","version":"4.2.0","device":"iPhone16,2",\
            "installation":"phone-\(installation)"},"run":"r\(run)","sequence":1,"sentAt":"2026-03-01T09:30:00Z",\
            "whole":true,"keys":[\(keys.joined(separator: ","))]}
            """
    }

    private func row(_ name: String, _ times: [Duration], goal: Duration) -> BenchmarkRow {
        let times = times.sorted()
        return BenchmarkRow(
            name: name, value: .time(times[times.count / 2]), tail: .time(times[times.count * 99 / 100]),
            goal: .time(goal), isGoalForTail: true)
    }
}
