import Foundation

/// What experiments come to, with a million users: how long storing them takes, how large the file gets, and how fast they
/// are read.
struct EventsSuite: BenchmarkSuite {
    let title = "results"
    private static let users = 1_000_000
    private static let share = 5
    /// How many experiments nobody came to yet.
    private static let arrivals = 10

    func rows() throws -> [BenchmarkRow] {
        guard let program = ProcessInfo.processInfo.environment["EXPERIMENTS_BINARY"] else {
            throw BenchmarkProblem("EXPERIMENTS_BINARY names no program; `make bench` sets it")
        }
        let folder = NSTemporaryDirectory() + "experiments-events-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try write(to: folder)
        let clock = ContinuousClock()
        let exposing = try clock.measure { try run(program, "import", "exposures.csv", in: folder) }
        let size = try FileManager.default.attributesOfItem(atPath: folder + "/.experiments/events.sqlite")[
            .size]
        let storing = try clock.measure { try run(program, "import", "events.csv", in: folder) }
        let verifying = try clock.measure { try run(program, "verify", in: folder) }
        var summaries: [Duration] = []
        for _ in 0..<10 { summaries.append(try clock.measure { try run(program, in: folder) }) }
        var results: [Duration] = []
        for _ in 0..<10 {
            results.append(try clock.measure { try run(program, command: "results", in: folder) })
        }
        let onScreen = try dashboardRows(program, in: folder) + [try arrivalRow(program, in: folder)]
        return [
            BenchmarkRow(
                name: "an exposure of a million in a file", value: .time(exposing / Self.users)
            ).within(Budget.event),
            BenchmarkRow(
                name: "an event of three metrics", value: .time(storing / (Self.users / Self.share))
            ).within(Budget.event),
            BenchmarkRow(
                name: "bytes of a user", value: .bytes((size as? Int ?? 0) / Self.users), goal: .bytes(60)),
            BenchmarkRow(name: "count a million users anew", value: .time(verifying)),
            BenchmarkRow(name: "`events`, start to end", value: .time(summaries.sorted()[5])),
            BenchmarkRow(
                name: "`results`, start to end: totals, statistics and all", value: .time(results.sorted()[5])
            ),
        ] + onScreen
    }

    private func write(to folder: String) throws {
        try """
        source: {kind: file, path: config.json}
        keys: []
        experiments:
          - {name: paywall, flag: paywall, groups: [a, b]}
        \((0..<Self.arrivals).map { "  - {name: arriving-\($0), flag: arriving-\($0), groups: [a, b]}" }
            .joined(separator: "\n"))
        metrics:
          - {name: purchase, event: order}
          - {name: orders, event: order, kind: count}
          - {name: revenue, event: order, kind: sum}

        """.write(toFile: folder + "/experiments.yaml", atomically: true, encoding: .utf8)
        try "{}".write(toFile: folder + "/config.json", atomically: true, encoding: .utf8)
        var exposures = "experiment,group,unit,at\n"
        var events = "event,unit,at,value\n"
        for user in 0..<Self.users {
            // Over ninety days, as users come.
            let time = 1_772_366_400 + user * 7
            exposures += "paywall,\(user % 2 == 0 ? "a" : "b"),user-\(user),\(time)\n"
            if user % Self.share == 0 { events += "order,user-\(user),\(time + 60),\(user % 50)\n" }
        }
        try exposures.write(toFile: folder + "/exposures.csv", atomically: true, encoding: .utf8)
        try events.write(toFile: folder + "/events.csv", atomically: true, encoding: .utf8)
    }

    /// How long a dashboard takes to open screen 5 once it has read the totals, and what it holds then.
    private func dashboardRows(_ program: String, in folder: String) throws -> [BenchmarkRow] {
        let clock = ContinuousClock()
        let dashboard = try TerminalProcess([program, "--no-state"], in: folder)
        try dashboard.wait(for: "Experiments")
        dashboard.type("5")
        try dashboard.wait(for: "purchase")
        var openings: [Duration] = []
        for _ in 0..<20 {
            dashboard.type("1")
            _ = dashboard.bytesUntilQuiet()
            openings.append(
                try clock.measure {
                    dashboard.type("5")
                    try dashboard.wait(for: "purchase")
                })
            _ = dashboard.bytesUntilQuiet()
        }
        return [
            BenchmarkRow(
                name: "screen 5, from the key to the terminal", value: .time(openings.sorted()[10]),
                goal: .time(.milliseconds(16))),
            BenchmarkRow(
                name: "dashboard on screen 5, resident", value: .bytes(try dashboard.status("VmRSS") * 1024),
                goal: .bytes(40_000_000)),
        ]
    }

    /// How long it takes from the moment at which a server is told of an exposure until a dashboard beside it shows that it
    /// counts: the first one of an experiment, whose row then says that one user was exposed.
    private func arrivalRow(_ program: String, in folder: String) throws -> BenchmarkRow {
        let clock = ContinuousClock()
        let server = try ServeProcess(in: folder)
        let dashboard = try TerminalProcess([program, "--no-state"], in: folder)
        try dashboard.wait(for: "Experiments")
        dashboard.type("5")
        try dashboard.wait(for: "purchase")
        var times: [Duration] = []
        for number in 0..<Self.arrivals {
            // At any moment of the dashboard's seconds, and of what it does after an event.
            dashboard.drain(for: 1)
            let connection = try LoopbackConnection(port: server.port)
            let body =
                #"[{"event_name": "Experiment Viewed", "properties_json": {"experimentId": "arriving-\#(number)", "#
                + #""variationId": "a", "hashValue": "user"}}]"#
            let request = LoopbackConnection.request("POST", "/track", body: body)
            times.append(
                try clock.measure {
                    _ = try connection.exchange(request, end: Array("{}".utf8))
                    // The first letters of the row's reason: each differs from the letter that it replaces, so that the
                    // terminal is sent all of them, and nothing else on the screen changes to them.
                    try dashboard.wait(for: "1 user")
                })
        }
        times.sort()
        return BenchmarkRow(
            name: "an event, from the server to a dashboard's screen", value: .time(times[times.count / 2]),
            tail: .time(times[times.count - 1]), goal: .time(.seconds(1)), isGoalForTail: true)
    }

    private func run(
        _ program: String, command: String = "events", _ arguments: String..., in folder: String
    ) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = [command] + arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw BenchmarkProblem("`experiments \(command)` ended with status \(process.terminationStatus)")
        }
    }
}
