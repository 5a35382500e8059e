import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsWebHooks

@Suite("Messages that wait for a hook", .inTurn)
struct DeliveryQueueTests {
    private let start = Date(timeIntervalSince1970: 1_772_355_600)

    private func delivery(_ event: HookNews.Event = .changed) -> Delivery {
        Delivery(id: UUID(), event: event, body: [])
    }

    @Test("one is under way at a time, and the next goes immediately when it arrived")
    func order() {
        var queue = DeliveryQueue()
        let (first, second) = (delivery(), delivery(.broken))
        #expect(queue.add(first).isEmpty && queue.add(second).isEmpty)
        #expect(queue.next(at: start) == first)
        #expect(queue.next(at: start) == nil && queue.nextAttemptAt == nil)
        #expect(queue.finish(.delivered(status: 200), at: start + 1, fraction: 0).isEmpty)
        #expect(queue.next(at: start + 1) == second)
    }

    @Test("what does not arrive is sent again under the same id, after pauses that double up to a minute")
    func retries() throws {
        var queue = DeliveryQueue()
        let message = delivery()
        _ = queue.add(message)
        var now = start
        var pauses: [TimeInterval] = []
        for _ in 0..<9 {
            #expect(queue.next(at: now) == message)
            #expect(queue.finish(.failed("500", retryAfter: nil), at: now, fraction: 0).isEmpty)
            let next = try #require(queue.nextAttemptAt)
            #expect(queue.next(at: next - 0.1) == nil)
            pauses.append(next.timeIntervalSince(now))
            now = next
        }
        #expect(pauses == [1, 2, 4, 8, 16, 32, 60, 60, 60])
        _ = queue.next(at: now)
        #expect(
            queue.finish(.delivered(status: 200), at: now, fraction: 0) == [.arrived(.changed, attempts: 10)])
    }

    @Test("chance makes a pause longer, never shorter, and the hook's own wish is kept to")
    func pauses() throws {
        for (asked, fraction, least) in [(nil, 0.99, 1.5), (30, 0, 30), (0, 0, 1), (-5, 0, 1)]
            as [(Double?, Double, Double)]
        {
            var queue = DeliveryQueue()
            _ = queue.add(delivery())
            _ = queue.next(at: start)
            _ = queue.finish(.failed("503", retryAfter: asked), at: start, fraction: fraction)
            #expect(try #require(queue.nextAttemptAt) >= start + least)
        }
    }

    @Test("after a quarter of an hour it is given up, and immediately where the hook asks for longer")
    func givingUp() throws {
        var queue = DeliveryQueue()
        _ = queue.add(delivery())
        var now = start
        var notes: [DeliveryNote] = []
        while notes.isEmpty {
            _ = queue.next(at: now)
            notes = queue.finish(.failed("timed out", retryAfter: nil), at: now, fraction: 0.5)
            now = queue.nextAttemptAt ?? now
        }
        guard case .gaveUp(.changed, let attempts, "timed out") = try #require(notes.first) else {
            Issue.record("\(notes)")
            return
        }
        #expect((10...30).contains(attempts) && now <= start + DeliveryQueue.patience)
        #expect(queue.count == 0)
        _ = queue.add(delivery())
        let later = now + 100
        _ = queue.next(at: later)
        let asked = queue.finish(.failed("429", retryAfter: 3600), at: later, fraction: 0)
        #expect(asked == [.gaveUp(.changed, attempts: 1, reason: "429")])
        // What comes afterwards still leaves the hook alone for as long as it asked.
        _ = queue.add(delivery())
        #expect(try #require(queue.nextAttemptAt) >= later + 3600)
    }

    @Test("what is refused is not sent again, and the next waits a moment")
    func refusal() throws {
        var queue = DeliveryQueue()
        _ = queue.add(delivery())
        _ = queue.add(delivery(.broken))
        _ = queue.next(at: start)
        #expect(queue.finish(.refused("404"), at: start, fraction: 0) == [.refused(.changed, reason: "404")])
        #expect(queue.next(at: start) == nil)
        #expect(queue.next(at: start + 1)?.event == .broken)
    }

    @Test("if there are too many, the oldest one that is not being sent is dropped, and reported")
    func bound() {
        var queue = DeliveryQueue()
        let first = delivery()
        _ = queue.add(first)
        _ = queue.next(at: start)
        for _ in 1..<DeliveryQueue.limit { #expect(queue.add(delivery(.broken)).isEmpty) }
        #expect(queue.add(delivery(.recovered)) == [.dropped(.broken)])
        #expect(queue.count == DeliveryQueue.limit)
        #expect(queue.finish(.delivered(status: 200), at: start, fraction: 0).isEmpty)
        #expect(queue.next(at: start) != first)
    }

    @Test("in any order of events, no more than the limit waits, and only one is being sent")
    func anyOrder() {
        var random = SeededGenerator(seed: FuzzEffort.seed)
        let outcomes: [DeliveryOutcome] = [
            .delivered(status: 200), .refused("x"), .failed("y", retryAfter: nil),
            .failed("z", retryAfter: 5),
        ]
        for _ in 0..<FuzzEffort.rounds(usually: 100) {
            var queue = DeliveryQueue()
            var now = start
            var underWay = 0
            for _ in 0..<400 {
                switch random.below(4) {
                case 0, 1: _ = queue.add(delivery())
                case 2: if queue.next(at: now) != nil { underWay += 1 }
                default:
                    _ = queue.finish(
                        outcomes[random.below(4)], at: now, fraction: Double(random.below(100)) / 100)
                    underWay = 0
                }
                #expect(underWay <= 1 && queue.count <= DeliveryQueue.limit)
                now += Double(random.below(3))
            }
        }
    }
}
