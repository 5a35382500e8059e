import Locks
import Testing

@Suite("A lock that nobody waits for")
struct TryLockTests {
    @Test("Whoever finds it taken is told so at once, and has it once it is free")
    func taken() {
        let lock = TryLock(1)
        let inner = lock.withLockIfAvailable { value -> Int? in
            value += 1
            return lock.withLockIfAvailable { $0 }
        }
        #expect(inner == .some(nil))
        #expect(lock.withLockIfAvailable { $0 } == 2)
    }
}
