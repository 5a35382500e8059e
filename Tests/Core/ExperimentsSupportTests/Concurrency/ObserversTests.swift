import Dispatch
import ExperimentsLocks
import ExperimentsSupport
import TestSupport
import Testing

@testable import ExperimentsSupport

@Suite("Observers", .inTurn)
struct ObserversTests {
    @Test("hear values in order, one handler after the other, until they are cancelled")
    func order() {
        let observers = Observers<Int>()
        let heard = Recorder<String>()
        let first = observers.add { heard.record("first \($0)") }
        let second = observers.add { heard.record("second \($0)") }
        observers.notify(1)
        first.cancel()
        observers.notify(2)
        second.cancel()
        observers.notify(3)
        #expect(heard.elements == ["first 1", "second 1", "second 2"])
    }

    @Test("an observation ends when it is released")
    func endsWithObservation() {
        let observers = Observers<Int>()
        let heard = Recorder<Int>()
        do {
            let observation = observers.add { heard.record($0) }
            observers.notify(1)
            withExtendedLifetime(observation) {}
        }
        observers.notify(2)
        #expect(heard.elements == [1])
    }

    @Test("a value that a handler hands in is reported after the one it hears")
    func nested() {
        let observers = Observers<Int>()
        let heard = Recorder<String>()
        let first = observers.add { value in
            if value == 1 { observers.notify(2) }
            heard.record("first \(value)")
        }
        let second = observers.add { heard.record("second \($0)") }
        observers.notify(1)
        withExtendedLifetime((first, second)) {}
        #expect(heard.elements == ["first 1", "second 1", "first 2", "second 2"])
    }

    @Test("a handler may cancel itself")
    func cancelsItself() {
        let observers = Observers<Int>()
        let heard = Recorder<Int>()
        let own = Mutex<ObservationHandle?>(nil)
        let observation = observers.add { value in
            heard.record(value)
            own.withLock { $0 }?.cancel()
        }
        own.withLock { $0 = observation }
        observers.notify(1)
        observers.notify(2)
        #expect(heard.elements == [1])
    }

    @Test(
        "whatever threads hand values in, all hear them in the order of the changes, and the last is the latest"
    )
    func manyThreads() {
        let observers = Observers<Int>()
        let heard = [Recorder<Int>(), Recorder<Int>()]
        let observations = heard.map { recorder in observers.add { recorder.record($0) } }
        let state = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<200 {
                state.withLock { value in
                    value += 1
                    observers.enqueue(value)
                }
                observers.deliver()
            }
        }
        withExtendedLifetime(observations) {}
        #expect(heard[0].elements == Array(1...1_600))
        #expect(heard[1].elements == heard[0].elements)
    }

    @Test("a caller that adds a value continues when it has been delivered")
    func readsItsOwnWrite() {
        let observers = Observers<Int>()
        let seen = Mutex<Set<Int>>([])
        let observation = observers.add { value in _ = seen.withLock { $0.insert(value) } }
        let missed = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for turn in 0..<200 {
                let value = thread * 1_000 + turn
                observers.notify(value)
                if !seen.withLock({ $0.contains(value) }) { missed.withLock { $0 += 1 } }
            }
        }
        withExtendedLifetime(observation) {}
        #expect(missed.withLock { $0 } == 0)
    }

    @Test(
        "handlers of two observers that hand values to each other do not wait for each other",
        .timeLimit(.minutes(60)))
    func noDeadlock() async throws {
        let left = Observers<Int>()
        let right = Observers<Int>()
        let heard = Recorder<Int>()
        let observations = [
            left.add { value in
                heard.record(value)
                if value > 0 { right.notify(value - 1) }
            },
            right.add { value in
                heard.record(value)
                if value > 0 { left.notify(value - 1) }
            },
        ]
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for _ in 0..<100 { (thread % 2 == 0 ? left : right).notify(3) }
        }
        _ = try await heard.first(8 * 100 * 4)
        withExtendedLifetime(observations) {}
    }

    @Test("objects that a handler holds are released with its observation")
    func noLeak() {
        final class Owner: Sendable {}
        let observers = Observers<Int>()
        weak var weakOwner: Owner?
        do {
            let owner = Owner()
            weakOwner = owner
            let observation = observers.add { _ in withExtendedLifetime(owner) {} }
            observers.notify(1)
            withExtendedLifetime(observation) {}
        }
        #expect(weakOwner == nil)
    }
}

@Suite("The order of readings", .inTurn)
struct ReadingOrderTests {
    @Test("of two readings made together, the one begun later is kept")
    func laterWins() {
        var order = ReadingOrder()
        let (first, second) = (order.begin(), order.begin())
        let kept = [order.keep(second), order.keep(first), order.keep(second), order.keep(order.begin())]
        #expect(kept == [true, false, false, true])
    }
}
