import TestSupport
import Testing

@testable import FirebaseConfig

@Suite("Fetches after an announcement", .inTurn)
struct AnnouncedFetchTests {
    @Test("up to three, until one brings the version")
    func three() {
        var plan = AnnouncedFetch()
        #expect(plan.next(announced: 5, fetched: 4) == .fetch(attempt: 1))
        #expect(plan.next(announced: 5, fetched: 4) == .fetch(attempt: 2))
        #expect(plan.next(announced: 5, fetched: 4) == .fetch(attempt: 3))
        #expect(plan.next(announced: 5, fetched: 4) == .giveUp)
    }

    @Test("none where it is here, or nothing was announced")
    func none() {
        var plan = AnnouncedFetch()
        #expect(plan.next(announced: 5, fetched: 5) == .done)
        #expect(plan.next(announced: 5, fetched: 6) == .done)
        #expect(plan.next(announced: nil, fetched: 1) == .done)
        #expect(plan.next(announced: 1, fetched: nil) == .fetch(attempt: 1))
    }

    @Test("a later announcement begins again")
    func anew() {
        var plan = AnnouncedFetch()
        _ = plan.next(announced: 5, fetched: 4)
        _ = plan.next(announced: 5, fetched: 4)
        #expect(plan.next(announced: 6, fetched: 5) == .fetch(attempt: 1))
        #expect(plan.next(announced: 6, fetched: 6) == .done)
    }
}
