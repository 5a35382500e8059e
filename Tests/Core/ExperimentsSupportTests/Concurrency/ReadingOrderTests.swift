import Testing

@testable import ExperimentsSupport

@Suite("The order of readings")
struct ReadingOrderTests {
    @Test("of two readings made at once, the one begun later is kept")
    func laterWins() {
        var order = ReadingOrder()
        let (first, second) = (order.begin(), order.begin())
        let kept = [order.keep(second), order.keep(first), order.keep(second), order.keep(order.begin())]
        #expect(kept == [true, false, false, true])
    }
}
