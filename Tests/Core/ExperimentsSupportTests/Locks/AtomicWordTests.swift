import Dispatch
import TestSupport
import Testing

@testable import ExperimentsLocks

/// What Apple's systems use, where the module Synchronization may be missing.
@Suite("A word without a lock", .inTurn)
struct AtomicWordTests {
    @Test("has the value that was stored last")
    func values() {
        let flag = AtomicWord(false)
        #expect(flag.exchange(true, ordering: .relaxed) == false)
        #expect(flag.load(ordering: .relaxed) == true)
        let bits = AtomicWord(Double.infinity.bitPattern)
        #expect(bits.load(ordering: .relaxed) == Double.infinity.bitPattern)
        bits.store((-1.5).bitPattern, ordering: .releasing)
        #expect(Double(bitPattern: bits.load(ordering: .acquiring)) == -1.5)
        let count = AtomicWord(Int.max)
        #expect(count.add(1, ordering: .relaxed).newValue == Int.min)
    }

    @Test("loses no change of many threads")
    func threads() {
        let count = AtomicWord(0)
        let first = AtomicWord(true)
        let firsts = AtomicWord(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<10_000 { count.add(1, ordering: .relaxed) }
            if first.exchange(false, ordering: .relaxed) { firsts.add(1, ordering: .relaxed) }
        }
        #expect(count.load(ordering: .acquiring) == 80_000)
        #expect(firsts.load(ordering: .acquiring) == 1)
    }

    @Test("a lock of Apple's systems guards its value")
    func lock() {
        let sum = BargingMutex(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<10_000 { sum.withLock { $0 += 1 } }
        }
        #expect(sum.withLock { $0 } == 80_000)
    }
}
