import Dispatch
import ExperimentsCore
import Foundation

/// The core: reading JSON, resolving and reporting, values as an app reads them, snapshots, overrides.
struct CoreSuite: BenchmarkSuite {
    let title = "core"

    func rows() throws -> [BenchmarkRow] {
        try jsonRows() + reportRows() + valueRows() + snapshotRows() + overrideRows() + watchRows()
    }

    private func jsonRows() throws -> [BenchmarkRow] {
        let mixed = Self.mixedJSON(bytes: 1_000_000)
        let members = Self.object(members: 100_000)
        let value = try JSONValue(parsing: mixed)
        return [
            try Stopwatch.measure("read JSON of 1 MB") { consume(try JSONValue(parsing: mixed)) },
            try Stopwatch.measure("read a JSON object of 100,000 members") {
                consume(try JSONValue(parsing: members))
            },
            Stopwatch.measure("write JSON of 1 MB") { consume(value.compactBytes) },
        ]
    }

    private func reportRows() -> [BenchmarkRow] {
        let now = Date(timeIntervalSince1970: 1_767_225_600)
        return [(3_000, Duration?.none), (100_000, .milliseconds(50))].flatMap { count, goal in
            let sample = SampleCatalogue(count: count)
            func report() -> Report {
                Report(keys: sample.keys, snapshot: sample.snapshot, overrides: sample.overrides, at: now)
            }
            let first = report()
            var overrides = sample.overrides
            overrides[sample.keys[7].name] = Override(value: "variant_b")
            return [
                Stopwatch.measure("resolve and report \(count) keys", goal: goal) { consume(report()) },
                Stopwatch.measure("report \(count) keys after an override") {
                    var report = first
                    report.update(overrides: overrides, at: now)
                    consume(report)
                },
            ]
        }
    }

    private func valueRows() throws -> [BenchmarkRow] {
        let texts = ["paywall_type": "b", "checkout_button_color": "a", "incorrect_value": "z"]
        let keeper = InMemoryRemoteConfigKeeper(Snapshot(texts: texts, fetchedAt: nil))
        let store = InMemoryOverrideStore(OverrideSet(["checkout_button_color": Override(value: "c")]))
        let service = RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: store)
        func row(_ name: String, _ key: BenchKey) -> BenchmarkRow {
            Stopwatch.measure("value that is \(name)", samples: 200, batch: 10_000) {
                let value: BenchKey.Variant = service.remoteValue(for: key)
                consume(value)
            }.within(Budget.read, allocatingNothing: true)
        }
        return [
            row("found", .paywall), row("missing", .missing), row("overridden", .overridden),
            row("incorrect", .incorrect),
        ]
    }

    private func snapshotRows() -> [BenchmarkRow] {
        let sample = SampleCatalogue(count: 100_000)
        let next = sample.nextSnapshot
        return [
            Stopwatch.measure("compare snapshots of 100,000 keys") {
                consume(SnapshotDifference(from: sample.snapshot, to: next))
            },
            Stopwatch.measure("compare a snapshot of 100,000 keys with itself", batch: 100) {
                consume(SnapshotDifference(from: sample.snapshot, to: sample.snapshot))
            },
        ]
    }

    private func overrideRows() throws -> [BenchmarkRow] {
        var set = OverrideSet()
        for index in 0..<1_000 {
            set["feature_area_\(index % 40)_setting_\(index)"] = Override(
                value: "variant_\(index)", author: "someone", note: "to see what it does",
                setAt: Date(timeIntervalSince1970: 1_767_225_600))
        }
        let bytes = set.documentBytes
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = JSONOverrideStore(path: folder + "/overrides.json", isWatched: false)
        try store.update { $0 = set }
        var turn = 0
        return [
            Stopwatch.measure("write the document of 1,000 overrides") { consume(set.documentBytes) },
            try Stopwatch.measure("read the document of 1,000 overrides") {
                consume(try OverrideSet(parsing: bytes))
            },
            try Stopwatch.measure("change one of 1,000 overrides in a file") {
                turn += 1
                try store.update { $0["one_more"] = Override(value: "\(turn)") }
            },
        ]
    }

    /// From the beginning of a write by one store to the end of its being heard by another, as between two programs.
    private func watchRows() throws -> [BenchmarkRow] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let writer = JSONOverrideStore(path: folder + "/overrides.json", isWatched: false)
        try writer.update { $0["first"] = Override(value: "0") }
        let reader = JSONOverrideStore(path: folder + "/overrides.json")
        let heard = DispatchSemaphore(value: 0)
        let observation = reader.observe { _ in heard.signal() }
        defer { observation.cancel() }
        var turn = 0
        return [
            try Stopwatch.measure("hear of an override set elsewhere", goal: .milliseconds(500)) {
                turn += 1
                try writer.update { $0["first"] = Override(value: "\(turn)") }
                heard.wait()
            }
        ]
    }

    private static func object(members count: Int) -> [UInt8] {
        let members = (0..<count).map { "\"feature_area_\($0 % 40)_setting_\($0)\":\"variant_\($0 % 7)\"" }
        return Array("{\(members.joined(separator: ","))}".utf8)
    }

    private static func mixedJSON(bytes count: Int) -> [UInt8] {
        var text = "["
        var index = 0
        while text.utf8.count < count {
            if index > 0 { text += "," }
            text += """
                {"id": \(index), "name": "Item number \(index)", "ratio": \(Double(index) / 7), "tags": ["a", "b \\n c"], \
                "text": "Größe, 日本語 and \\u00e9", "nested": {"on": true, "off": false, "none": null}}
                """
            index += 1
        }
        return Array((text + "]").utf8)
    }
}
