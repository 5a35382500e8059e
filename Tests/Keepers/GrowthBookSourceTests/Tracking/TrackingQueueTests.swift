import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import GrowthBookSource

@Suite("Events that wait to be posted", .inTurn)
struct TrackingQueueTests {
    private let start = Date(timeIntervalSince1970: 0)

    private func purchase(_ number: Int) -> GrowthBookEvent {
        GrowthBookEvent("purchase", user: "user \(number)", device: nil)
    }

    @Test("what comes within a second is posted together, a hundred at most")
    func batches() {
        var queue = TrackingQueue()
        for number in 0..<150 { queue.add(purchase(number), at: start) }
        #expect(queue.next(at: start + 0.5) == nil)
        #expect(queue.next(at: start + 1)?.count == 100)
        #expect(queue.next(at: start + 2) == nil, "one request at a time")
        queue.finish(.taken, at: start + 2, fraction: 0)
        #expect(queue.next(at: start + 2)?.first == purchase(100))
        queue.finish(.taken, at: start + 2, fraction: 0)
        #expect(queue.isEmpty && queue.nextAttemptAt == nil)
        #expect(queue.status.sent == 150)
    }

    @Test("what did not arrive is posted again as it was, after ever longer pauses")
    func retrying() {
        var queue = TrackingQueue()
        queue.add(purchase(1), at: start)
        var (now, pauses) = (start + 1, [TimeInterval]())
        for _ in 0..<12 {
            #expect(queue.next(at: now) == [purchase(1)])
            queue.finish(.lost("offline", retryAfter: nil), at: now, fraction: 0)
            let next = queue.nextAttemptAt ?? now
            pauses.append(next.timeIntervalSince(now))
            now = next
        }
        #expect(pauses.prefix(4) == [1, 2, 4, 8] && pauses.last == TrackingQueue.longestPause)
        #expect(queue.status.problem == "offline")
        #expect(queue.next(at: now)?.count == 1)
        queue.finish(.taken, at: now, fraction: 0)
        #expect(queue.status.problem == nil && queue.status.sent == 1)
    }

    @Test("a server that asks for a pause gets it")
    func asked() {
        var queue = TrackingQueue()
        queue.add(purchase(1), at: start)
        _ = queue.next(at: start, hurries: true)
        queue.finish(.lost("busy", retryAfter: 90), at: start, fraction: 0)
        #expect(queue.nextAttemptAt == start + 90)
    }

    @Test("what is refused is not posted again")
    func refused() {
        var queue = TrackingQueue()
        queue.add(purchase(1), at: start)
        _ = queue.next(at: start, hurries: true)
        queue.finish(.refused("401"), at: start, fraction: 0)
        #expect(queue.isEmpty && queue.status.dropped == 1)
    }

    @Test("of too many, the oldest that are not under way are dropped, and that is reported")
    func bounded() {
        var queue = TrackingQueue()
        for number in 0..<TrackingQueue.mostWaiting { queue.add(purchase(number), at: start) }
        #expect(queue.next(at: start + 1)?.count == 100)
        queue.add(purchase(-1), at: start + 1)
        queue.add(purchase(-2), at: start + 1)
        #expect(queue.status.waiting == TrackingQueue.mostWaiting && queue.status.dropped == 2)
        queue.finish(.lost("offline", retryAfter: nil), at: start + 1, fraction: 0)
        let next = queue.next(at: start + 9)
        #expect(next?.first == purchase(0) && next?.last == purchase(99))
    }

    @Test("an exposure counts once, however often it is reported")
    func repeated() {
        var queue = TrackingQueue()
        func viewed(_ user: Int) -> GrowthBookEvent {
            .viewed("exp", "b", attribute: "id", unit: "user \(user)", device: nil)
        }
        queue.add(viewed(0), at: start)
        queue.add(viewed(0), at: start)
        queue.add(purchase(1), at: start)
        queue.add(purchase(1), at: start)
        #expect(queue.status.waiting == 3)
        for user in 1...TrackingQueue.mostKnown { queue.add(viewed(user), at: start) }
        queue.add(viewed(0), at: start)
        #expect(
            queue.status.waiting == 3 + TrackingQueue.mostKnown + 1,
            "of a thousand others, it is not remembered")
    }
}
