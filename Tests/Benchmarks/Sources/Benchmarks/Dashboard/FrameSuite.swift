import ExperimentsCore
import ExperimentsDashboard
import Foundation

/// From a key press to the finished frame, with very many keys; what the terminal then does is not in it.
struct FrameSuite: BenchmarkSuite {
    let title = "Dashboard, from key press to frame, 120x40"

    func rows() async throws -> [BenchmarkRow] {
        try [3_000, 100_000].flatMap { count in
            let sample = SampleCatalogue(count: count)
            let dashboard = Dashboard(sample.keys, sample.snapshot)
            let keys = "\(count) keys: "
            var rows = [
                try dashboard.measure(keys + "cursor move", ["j"], goal: .milliseconds(4)),
                try dashboard.measure(keys + "page down", ["PgDn", "PgUp"], goal: .milliseconds(4)),
            ]
            try dashboard.press("/")
            // Words that match all, some and none of the keys, typed and taken back letter by letter.
            let letters = "setting_12 !9".map { $0 == " " ? "space" : String($0) }
            rows.append(
                try dashboard.measure(
                    keys + "letter of the filter", letters + letters.map { _ in "Backspace" }, samples: 400,
                    goal: .milliseconds(16)))
            try dashboard.press("Esc")
            for (name, text) in [
                ("letter by letter in names", "stngx12"), ("fields", "!status:ok type:int value:12 group:G"),
            ] {
                try dashboard.press("/")
                let letters = text.map { $0 == " " ? "space" : String($0) }
                rows.append(
                    try dashboard.measure(
                        keys + "letter of the filter, " + name, letters + letters.map { _ in "Backspace" },
                        samples: 400, goal: .milliseconds(16)))
                try dashboard.press("Esc")
            }
            rows.append(try dashboard.measure(keys + "group view", ["v"], samples: 50, goal: .milliseconds(16)))
            return rows
        }
    }
}

/// A dashboard without a terminal.
private final class Dashboard {
    private var state: DashboardState

    init(_ keys: [CatalogKey], _ snapshot: Snapshot) {
        let service = RemoteConfigService(remoteConfigKeeper: InMemoryRemoteConfigKeeper(snapshot))
        state = DashboardState(
            session: DashboardSession(service: service, keys: keys, sourceName: "benchmark"),
            options: DashboardOptions(), size: Size(columns: 120, rows: 40), now: Date())
    }

    func press(_ key: String) throws {
        _ = state.update(.input(.key(try KeyPress(parsing: key))))
        consume(DashboardView.frame(of: state, theme: .plain))
    }

    func measure(_ name: String, _ keys: [String], samples: Int = 200, goal: Duration) throws -> BenchmarkRow {
        var next = 0
        var row = try Stopwatch.measure(name, samples: samples) {
            try press(keys[next % keys.count])
            next += 1
        }
        row.goal = .time(goal)
        row.isGoalForTail = true
        return row
    }
}
