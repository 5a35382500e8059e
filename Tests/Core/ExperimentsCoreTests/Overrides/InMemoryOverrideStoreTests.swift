import Dispatch
import ExperimentsCore
import TestSupport
import Testing

@Suite("Overrides in memory", .inTurn)
struct InMemoryOverrideStoreTests {
    @Test("reports changes, and nothing if nothing changes")
    func tells() throws {
        let store = InMemoryOverrideStore()
        let heard = Recorder<OverrideSet>()
        let observation = store.observe { heard.record($0.overrides) }
        let update = try store.update { $0["a"] = Override(value: "1") }
        #expect(update.before.isEmpty)
        #expect(update.after == store.overrides)
        try store.update { _ in }
        withExtendedLifetime(observation) {}
        #expect(heard.elements == [store.overrides])
        #expect(store.problem == nil)
    }

    @Test("a change that throws leaves the overrides as they were")
    func throwing() {
        struct Refusal: Error {}
        let store = InMemoryOverrideStore()
        #expect(throws: Refusal.self) {
            try store.update {
                $0["a"] = Override(value: "1")
                throw Refusal()
            }
        }
        #expect(store.overrides.isEmpty)
    }

    @Test("no change of many threads is lost")
    func manyThreads() throws {
        let store = InMemoryOverrideStore()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for turn in 0..<100 { _ = try? store.update { $0["\(thread)-\(turn)"] = Override(value: "") } }
        }
        #expect(store.overrides.entries.count == 800)
    }
}
