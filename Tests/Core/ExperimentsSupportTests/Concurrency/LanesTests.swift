import Dispatch
import ExperimentsSupport
import Locks
import Testing

@Suite("Lanes")
struct LanesTests {
    @Test("are a power of two, each made with its number")
    func count() {
        let lanes = Lanes { $0 }
        #expect(lanes.all.count.nonzeroBitCount == 1)
        #expect(lanes.all.map(\.value) == Array(0..<lanes.all.count))
    }

    @Test("a thread always has the same one")
    func sameLane() {
        let lanes = Lanes { $0 }
        let first = lanes.current.value
        #expect((0..<100).allSatisfy { _ in lanes.current.value == first })
        #expect(lanes.currentIndex == first)
    }

    @Test("what threads do in their lanes at once is all there in the end")
    func sums() {
        let lanes = Lanes { _ in Atomic(0) }
        DispatchQueue.concurrentPerform(iterations: 64) { _ in
            for _ in 0..<100 { lanes.current.value.add(1, ordering: .relaxed) }
        }
        #expect(lanes.all.reduce(0) { $0 + $1.value.load(ordering: .relaxed) } == 6_400)
    }
}
