import ActiveConfiguration
import Dispatch
import ExperimentsCore
import Foundation
import Synchronization

/// ActiveConfig: reading settings, and applying a large document of which one setting changed.
struct ActiveConfigSuite: BenchmarkSuite {
    /// A change told another number of listeners than one.
    struct WrongCalls: Error {
        let count: Int
    }

    let title = "active-config"

    func rows() throws -> [BenchmarkRow] {
        try readingRows() + applyingRows()
    }

    private func readingRows() throws -> [BenchmarkRow] {
        let config = Self.config(InMemoryActiveConfigStore())
        config.apply(try ActiveConfigState(parsing: SampleDocument.bytes(changed: false)))
        func row(_ name: String, _ read: (ActiveConfigSection?) -> some Any) -> BenchmarkRow {
            Stopwatch.measure("setting as " + name, samples: 200, batch: 10_000, goal: .nanoseconds(150)) {
                consume(read(config["Section500"]))
            }
        }
        return [
            row("bool") { $0?.bool(forKey: "SettingKey2") }, row("int") { $0?.int(forKey: "SettingKey48") },
            row("double") { $0?.double(forKey: "SettingKey51") },
            row("string") { $0?.string(forKey: "SettingKey49") },
            row("checked int") { try? $0?.checkedInt(forKey: "SettingKey48") },
        ]
    }

    private func applyingRows() throws -> [BenchmarkRow] {
        let documents = [SampleDocument.bytes(changed: false), SampleDocument.bytes(changed: true)]
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return [
            try applyingRow("kept in memory", InMemoryActiveConfigStore(), documents),
            try applyingRow("kept in a file", FileActiveConfigStore(folder: folder), documents),
        ]
    }

    private func applyingRow(
        _ name: String, _ store: any ActiveConfigStore, _ documents: [[UInt8]]
    ) throws -> BenchmarkRow {
        let queue = DispatchQueue(label: "listeners")
        let config = Self.config(store, queue)
        config.apply(try ActiveConfigState(parsing: documents[1]))
        let calls = Mutex(0)
        let observations = config.current.state.sectionNames.map { section in
            config.observeSection(named: section) { _ in calls.withLock { $0 += 1 } }
        }
        queue.sync {}
        calls.withLock { $0 = 0 }
        var turn = 0
        let row = try Stopwatch.measure("read and apply 100,000 settings, \(name)", goal: .milliseconds(100))
        {
            config.apply(try ActiveConfigState(parsing: documents[turn % 2]))
            turn += 1
        }
        queue.sync {}
        let count = calls.withLock { $0 }
        guard count == turn else { throw WrongCalls(count: count) }
        for observation in observations { observation.cancel() }
        return row
    }

    private static func config(
        _ store: any ActiveConfigStore, _ queue: DispatchQueue = DispatchQueue(label: "listeners")
    ) -> ActiveConfig {
        ActiveConfig(
            downloader: ClosureActiveConfigDownloader { _ in nil }, store: store, listenerQueue: queue)
    }
}
