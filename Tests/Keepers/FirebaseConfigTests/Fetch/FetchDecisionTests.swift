import FirebaseConfig
import Foundation
import TestSupport
import Testing

@Suite("Whether a fetch is sent", .inTurn)
struct FetchDecisionTests {
    let now = Date(timeIntervalSince1970: 1_770_000_000)

    func decide(
        expiration: TimeInterval = 43200, age: TimeInterval? = nil, contextChanged: Bool = false,
        throttle: FetchThrottle = FetchThrottle()
    ) -> FetchDecision {
        .decide(
            at: now, expiration: expiration, lastSuccess: age.map { now - $0 },
            contextChanged: contextChanged,
            throttle: throttle)
    }

    var resting: FetchThrottle {
        var throttle = FetchThrottle()
        throttle.note(ServerRefusal(service: .remoteConfig, status: 429), at: now, fraction: 0.5)
        return throttle
    }

    @Test("the first fetch is sent")
    func first() {
        #expect(decide() == .send)
    }

    @Test("within the minimum interval the stored set serves, at its end a fetch is sent")
    func interval() {
        #expect(decide(age: 43199) == .useStored)
        #expect(decide(age: 43200) == .send)
        #expect(decide(expiration: 0, age: 0) == .send)
        #expect(decide(expiration: -5, age: 0) == .send)
    }

    @Test("a last fetch in the future has no age, so a fetch is sent")
    func future() {
        #expect(decide(age: -60) == .send)
    }

    @Test("another app version or language asks immediately")
    func context() {
        #expect(decide(age: 10, contextChanged: true) == .send)
    }

    @Test("the service's wish for rest holds back everything but the stored set")
    func rest() throws {
        let wait = try #require(resting.wait(at: now))
        #expect(decide(throttle: resting) == .holdBack(wait))
        #expect(decide(age: 10, contextChanged: true, throttle: resting) == .holdBack(wait))
        #expect(decide(age: 10, throttle: resting) == .useStored)
    }
}
