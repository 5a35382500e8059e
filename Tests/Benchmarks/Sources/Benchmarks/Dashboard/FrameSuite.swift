import ExperimentsCore
import ExperimentsDashboard
import Foundation

/// From a key press or a message to the finished frame, with very many keys; what the terminal then does is not in it.
struct FrameSuite: BenchmarkSuite {
    let title = "Dashboard, from key press to frame, 120x40"

    func rows() async throws -> [BenchmarkRow] {
        try [3_000, 100_000].flatMap { count in
            let sample = GroupedCatalogue(count: count)
            let keys = "\(count) keys: "
            let keeper = InMemoryRemoteConfigKeeper(sample.snapshot(0))
            let dashboard = MeasuredDashboard(sample.keys, keeper, other: sample.snapshot(7))
            return try moving(dashboard, keys) + filtering(dashboard, keys) + comparing(dashboard, keys)
                + changing(dashboard, keys, keeper, sample)
        }
    }

    private func moving(_ dashboard: MeasuredDashboard, _ keys: String) throws -> [BenchmarkRow] {
        defer { dashboard.settle() }
        return [
            try dashboard.measure(keys + "cursor move", ["j"]),
            try dashboard.measure(keys + "page down", ["PgDn", "PgUp"]),
            try dashboard.measure(keys + "group view", ["v"], samples: 50),
            try dashboard.measureLongest(keys + "order by column") { _ in try dashboard.press("s") },
            try dashboard.measure(keys + "mark all", ["M"], samples: 21),
            try dashboard.measure(
                keys + "letter of what to find", ["f", "1", "2", "9", "Esc"], samples: 100),
            try dashboard.measure(keys + "other screen", ["2", "3", "4", "5", "1"], samples: 50),
        ]
    }

    private func filtering(_ dashboard: MeasuredDashboard, _ keys: String) throws -> [BenchmarkRow] {
        // Words that match all, some and none of the keys, typed and taken back letter by letter.
        try [
            ("words", "setting_12 !9"), ("letter by letter in names", "stngx12"),
            ("fields", "!status:ok type:int value:12 group:G"),
            ("expressions", "/_[0-9]*1[0-9]2$/ !/(a|b)*9$/"),
            ("four fields", "status:ok type:bool group:check changed:<5m"),
        ].map { name, text in
            try dashboard.press("/")
            let letters = Self.letters(text)
            defer { dashboard.settle() }
            let row = try dashboard.measure(
                keys + "letter of the filter, " + name, letters + letters.map { _ in "Backspace" },
                samples: 400)
            try dashboard.press("Esc")
            return row
        }
    }

    private func comparing(_ dashboard: MeasuredDashboard, _ keys: String) throws -> [BenchmarkRow] {
        let opening = try dashboard.measureLongest(keys + "comparison") { _ in
            try dashboard.press("=")
            dashboard.settle()
            try dashboard.press("Esc")
        }
        try dashboard.press("=")
        dashboard.settle()
        try dashboard.press("/")
        let letters = Self.letters("setting_12 !9")
        let row = try dashboard.measure(
            keys + "letter of the comparison's filter", letters + letters.map { _ in "Backspace" },
            samples: 100)
        try dashboard.press("Esc")
        try dashboard.press("Esc")
        return [opening, row]
    }

    private func changing(
        _ dashboard: MeasuredDashboard, _ keys: String, _ keeper: InMemoryRemoteConfigKeeper,
        _ sample: GroupedCatalogue
    ) throws -> [BenchmarkRow] {
        let names = sample.keys.map(\.name)
        var rows = [
            dashboard.measureLongest(keys + "refetch that changes every value") { number in
                keeper.publish(sample.snapshot(number + 1))
            },
            try dashboard.measureLongest(keys + "cursor moves during such a refetch") { number in
                keeper.publish(sample.snapshot(number + 40))
                try dashboard.press("j", for: .milliseconds(400))
            },
            try dashboard.measureLongest(keys + "step in time") { number in
                try dashboard.press(number % 2 == 0 ? "[" : "]")
            },
            try dashboard.measureLongest(keys + "override") { number in
                try dashboard.press("j")
                try dashboard.press("u")
                var overrides = OverrideSet()
                overrides[names[number]] = Override(value: "9")
                dashboard.handle(.overridesChanged(OverrideStoreState(overrides: overrides)))
            },
        ]
        try dashboard.press("/")
        for letter in Self.letters("value:setting status:ok") { try dashboard.press(letter) }
        try dashboard.press("Enter")
        rows.append(
            dashboard.measureLongest(keys + "refetch that changes every value, with filter") { number in
                keeper.publish(sample.snapshot(number + 20))
            })
        return rows
    }

    private static func letters(_ text: String) -> [String] {
        text.map { $0 == " " ? "space" : String($0) }
    }
}

/// The sample catalog in groups, and any number of snapshots of it of which no two agree in a value.
private struct GroupedCatalogue {
    let keys: [CatalogKey]
    private let texts: Snapshot

    init(count: Int) {
        let sample = SampleCatalogue(count: count)
        let groups = ["Checkout", "Search", "Onboarding", "Growth", "Settings"]
        keys = sample.keys.enumerated().map { index, key in
            CatalogKey(name: key.name, group: groups[index % 7 % 5], schema: key.schema)
        }
        texts = sample.snapshot
    }

    func snapshot(_ number: Int) -> Snapshot {
        Snapshot(
            entries: texts.entries.mapValues { entry in
                Snapshot.Entry(text: number == 0 ? entry.text : (entry.text ?? "") + " \(number)")
            },
            version: String(number), fetchedAt: Date(timeIntervalSince1970: 1_767_225_600 + Double(number)))
    }
}
