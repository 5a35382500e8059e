import ExperimentsCore
import ExperimentsDashboard
import Foundation

/// What differs between large values and between large sources, from the key press until it is on the screen.
struct DifferenceSuite: BenchmarkSuite {
    let title = "Differences, from key press to frame, 120x40"

    func rows() throws -> [BenchmarkRow] { try values() + sources() }

    /// A megabyte of JSON in the source, and another one in an override.
    private func values() throws -> [BenchmarkRow] {
        let texts = [
            ("20 of 4,000 entries differ", Self.document { $0 % 200 == 7 ? 1 : 0 }),
            ("everything differs", Self.document { _ in 1 }),
        ]
        let source = Self.document { _ in 0 }
        return try texts.flatMap { words, text in
            let snapshot = Snapshot(
                entries: ["document": .init(text: source)], version: "1", fetchedAt: Date())
            let dashboard = MeasuredDashboard(
                [CatalogKey(name: "document", schema: ValueSchema(kind: .json))],
                InMemoryRemoteConfigKeeper(snapshot))
            var overrides = OverrideSet()
            overrides["document"] = Override(value: text)
            dashboard.handle(.overridesChanged(OverrideStoreState(overrides: overrides)))
            dashboard.settle()
            return try dashboard.measureWait("a megabyte of JSON, \(words)", goal: .milliseconds(100)) {
                try dashboard.press("O")
            } close: {
                try dashboard.press("Esc")
            }
        }
    }

    /// 100,000 keys in two sources, of which 1,000 differ.
    private func sources() throws -> [BenchmarkRow] {
        let sample = SampleCatalogue(count: 100_000)
        var entries = sample.snapshot.entries
        for key in sample.keys.enumerated().lazy.filter({ $0.offset % 100 == 52 }).map(\.element) {
            entries[key.name] = .init(text: (entries[key.name]?.text ?? "") + "1")
        }
        let other = Snapshot(entries: entries, version: "2", fetchedAt: Date())
        let dashboard = MeasuredDashboard(
            sample.keys, InMemoryRemoteConfigKeeper(sample.snapshot), other: other)
        var rows = try dashboard.measureWait("100,000 keys, 1,000 differ", goal: .milliseconds(100)) {
            try dashboard.press("=")
        } close: {
            try dashboard.press("Esc")
        }
        try dashboard.press("=")
        dashboard.settle()
        rows.append(
            try dashboard.measure("100,000 keys, 1,000 differ: cursor move", ["j", "PgDn", "j", "PgUp"]))
        rows.append(
            try dashboard.measure("100,000 keys, 1,000 differ: one in detail and back", ["Enter", "Esc"]))
        return rows
    }

    /// A megabyte of entries that name themselves, each as its version makes it.
    private static func document(_ version: (Int) -> Int) -> String {
        let entries = (0..<4_000).map { number in
            let version = version(number)
            let words = String(repeating: "word \(number + version) ", count: 12)
            return
                #"{"id": "entry-\#(number)", "enabled": \#((number + version) % 2 == 0), "weight": \#(number + version), "#
                + #""tags": ["a\#(version)", "b"], "nested": {"retries": \#(number * 7 + version), "text": "\#(words)"}}"#
        }
        return #"{"entries": ["# + entries.joined(separator: ", ") + "]}"
    }
}
