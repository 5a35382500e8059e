import FirebaseConfig
import Foundation
import TestSupport
import Testing

@Suite("Throttling", .inTurn)
struct FetchThrottleTests {
    let start = Date(timeIntervalSince1970: 1_770_000_000)

    func refusal(_ status: Int, retryAfter: TimeInterval? = nil) -> ServerRefusal {
        ServerRefusal(service: .remoteConfig, status: status, retryAfter: retryAfter)
    }

    @Test("only refusals that waiting can cure start a wait")
    func statuses() {
        for status in 400...599 {
            var throttle = FetchThrottle()
            throttle.note(refusal(status), at: start, fraction: 0.5)
            #expect(
                (throttle.wait(at: start) != nil) == [429, 500, 502, 503, 504].contains(status), "\(status)")
        }
    }

    @Test("waits begin at two minutes, double, and stop at four hours")
    func doubling() {
        var throttle = FetchThrottle()
        var waits: [TimeInterval] = []
        for _ in 0..<40 {
            throttle.note(refusal(503), at: start, fraction: 0.5)
            waits.append(throttle.wait(at: start)?.until.timeIntervalSince(start) ?? -1)
        }
        #expect(waits.prefix(8) == [120, 240, 480, 960, 1920, 3840, 7680, 14400])
        #expect(waits.dropFirst(8).allSatisfy { $0 == 14400 })
    }

    @Test("chance varies a wait by half of it either way", arguments: [(0.0, 60.0), (0.25, 90), (0.75, 150)])
    func variation(fraction: Double, seconds: TimeInterval) {
        var throttle = FetchThrottle()
        throttle.note(refusal(429), at: start, fraction: fraction)
        #expect(throttle.wait(at: start)?.until == start + seconds)
    }

    @Test("Retry-After decides, and chance makes it a little longer")
    func retryAfter() {
        var throttle = FetchThrottle()
        throttle.note(refusal(429, retryAfter: 7), at: start, fraction: 0)
        #expect(throttle.wait(at: start)?.until == start + 7)
        #expect(throttle.wait(at: start + 6.9) != nil)
        #expect(throttle.wait(at: start + 7) == nil)
    }

    @Test("a service that asks for no rest at all gets some, and more each time")
    func floor() {
        var throttle = FetchThrottle()
        var waits: [TimeInterval] = []
        for _ in 0..<20 {
            throttle.note(refusal(503, retryAfter: 0), at: start, fraction: 0)
            waits.append(throttle.wait(at: start)?.until.timeIntervalSince(start) ?? -1)
        }
        #expect(waits.prefix(5) == [1, 2, 4, 8, 16])
        #expect(waits.last == 14400)
        throttle.noteSuccess()
        throttle.note(refusal(503, retryAfter: 0), at: start, fraction: 0.5)
        #expect(throttle.wait(at: start)?.until == start + 1.5)
    }

    @Test("a success forgets all refusals")
    func success() {
        var throttle = FetchThrottle()
        throttle.note(refusal(500), at: start, fraction: 0.5)
        throttle.note(refusal(500), at: start, fraction: 0.5)
        throttle.noteSuccess()
        #expect(throttle.wait(at: start) == nil)
        throttle.note(refusal(500), at: start, fraction: 0.5)
        #expect(throttle.wait(at: start)?.until == start + 120)
    }

    @Test("a clock moved back to before the refusal ends the wait")
    func clockMovedBack() {
        var throttle = FetchThrottle()
        throttle.note(refusal(500), at: start, fraction: 0.5)
        #expect(throttle.wait(at: start - 1) == nil)
    }
}
