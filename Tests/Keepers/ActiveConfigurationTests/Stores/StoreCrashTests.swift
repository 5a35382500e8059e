import ActiveConfiguration
import Dispatch
import ExperimentsCore
import Foundation
import TestSupport
import Testing

// Before 6.3, a test that ends its process takes nothing along.
#if compiler(>=6.3) && (canImport(Glibc) || os(macOS))
@Suite("A store whose process is killed", .inTurn)
struct StoreCrashTests {
    @Test("what is left is the old configuration or the new one, whole, at whatever moment the process dies")
    func killed() async throws {
        let folder = try TemporaryFolder()
        let store = FileActiveConfigStore(folder: folder.path)
        try store.persist(CrashingWriter.configuration(0), for: "u")
        for round in 1...12 {
            let path = folder.path
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = path as String, round = round as Int] in
                CrashingWriter.writeUntilKilled(in: path, after: round)
            }
            let kept = try #require(try store.configuration(for: "u"))
            #expect(CrashingWriter.isWhole(kept.state))
            #expect(kept.state.meta["number"]?.int ?? 0 >= round * 1_000_000)
            try store.persist(CrashingWriter.configuration(round), for: "u")
        }
        #expect(try folder.names().allSatisfy { !$0.contains("unusable") })
    }
}

/// Writes configurations that say in every setting which one they are.
enum CrashingWriter {
    static func configuration(_ number: Int) throws -> StoredActiveConfig {
        var settings = JSONObject()
        for key in 0..<500 { settings["key\(key)"] = ["value": .number(String(number))] }
        let document: JSONValue = [
            "meta": ["number": .number(String(number))],
            "config_sections": ["S": ["settings": .object(settings)]],
        ]
        return StoredActiveConfig(
            state: try ActiveConfigState(document), etag: String(number),
            downloadedAt: Date(timeIntervalSince1970: 0))
    }

    static func isWhole(_ state: ActiveConfigState) -> Bool {
        guard let number = state.meta["number"], let section = state["S"], section.keys.count == 500 else {
            return false
        }
        return section.keys.allSatisfy { section[$0] == number }
    }

    /// Writes one configuration after another. Another thread kills the process in the middle of it, once the first is
    /// written and, depending on the round, the processor has been given to others some times.
    static func writeUntilKilled(in folder: String, after round: Int) {
        let store = FileActiveConfigStore(folder: folder)
        let isWritten = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            isWritten.wait()
            for _ in 0..<(round * round * 40) { sched_yield() }
            kill(getpid(), SIGKILL)
        }
        var number = round * 1_000_000
        while let configuration = try? configuration(number) {
            try? store.persist(configuration, for: "u")
            isWritten.signal()
            number += 1
        }
    }
}
#endif
