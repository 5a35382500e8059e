import Foundation
import Testing

@testable import OpenFeatureRemote

@Suite("Waiting before a stream is opened again")
struct StreamBackoffTests {
    let now = Date(timeIntervalSince1970: 1_770_000_000)

    @Test("a wait is a second at first, doubles, and is never longer than a minute")
    func doubling() {
        var backoff = StreamBackoff()
        let waits = (0..<9).map { _ in backoff.wait(at: now, fraction: 1) }
        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60])
    }

    @Test("chance makes a wait shorter by up to half, and not shorter than a second")
    func spread() {
        var backoff = StreamBackoff()
        #expect((0..<3).map { _ in backoff.wait(at: now, fraction: 0) } == [1, 1, 2])
    }

    @Test("a stream that lived for a while forgets the failures, one that ended immediately adds to them")
    func lifetimes() {
        var backoff = StreamBackoff()
        for _ in 0..<4 { _ = backoff.wait(at: now, fraction: 1) }
        backoff.noteOpened(at: now)
        #expect(backoff.wait(at: now + 4, fraction: 1) == 16)
        backoff.noteOpened(at: now)
        #expect(backoff.wait(at: now + 5, fraction: 1) == 1)
    }

    @Test("what the server asks for counts where it is longer, within a minute for an event stream's word")
    func asked() {
        var backoff = StreamBackoff()
        backoff.note(retry: 3000)
        #expect(backoff.wait(at: now, fraction: 1) == 3)
        #expect(backoff.wait(at: now, retryAfter: 500, fraction: 1) == 500)
        backoff.note(retry: .max)
        #expect(backoff.wait(at: now, fraction: 1) == 60)
    }
}
