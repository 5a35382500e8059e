import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@Suite("Waiting before a stream is opened again", .inTurn)
struct StreamRetryTests {
    let now: TimeInterval = 1_000_000

    private func wait(_ step: StreamRetry.Step) -> TimeInterval? {
        if case .open(let wait, _) = step { wait } else { nil }
    }

    @Test("a wait is about a second at first, doubles, and is about a minute at most")
    func doubling() {
        var retry = StreamRetry()
        let waits = (0..<9).map { _ in wait(retry.step(after: .lost("x"), at: now, fraction: 0.5)) }
        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60])
    }

    @Test("each wait is varied by half of itself either way, and is never shorter than a second")
    func spread() {
        var low = StreamRetry()
        #expect((0..<3).map { _ in wait(low.step(after: .lost("x"), at: now, fraction: 0)) } == [1, 1, 2])
        var high = StreamRetry()
        #expect((0..<3).map { _ in wait(high.step(after: .lost("x"), at: now, fraction: 1)) } == [1.5, 3, 6])
    }

    @Test("a stream that lived for a while resets the failures, and one that ended immediately adds to them")
    func lifetimes() {
        var retry = StreamRetry()
        for _ in 0..<4 { _ = retry.step(after: .lost("x"), at: now, fraction: 0.5) }
        retry.noteOpened(at: now)
        #expect(wait(retry.step(after: .lost("x"), at: now + 4, fraction: 0.5)) == 16)
        retry.noteOpened(at: now)
        #expect(wait(retry.step(after: .lost("x"), at: now + 5, fraction: 0.5)) == 1)
    }

    @Test("a stream that ends after a while is opened again within a second, without a reason")
    func ended() {
        var retry = StreamRetry()
        retry.noteOpened(at: now - 60)
        #expect(retry.step(after: .ended, at: now, fraction: 0.25) == .open(after: 0.25, because: nil))
        // If the clock was set back, the stream may have been open for any time.
        retry.noteOpened(at: now + 60)
        #expect(retry.step(after: .ended, at: now, fraction: 0.25) == .open(after: 0.25, because: nil))
    }

    @Test("a stream that ends immediately is waited for like one that failed")
    func endedImmediately() {
        var retry = StreamRetry()
        let waits = (0..<4).map { _ in
            retry.noteOpened(at: now - 1)
            return wait(retry.step(after: .ended, at: now, fraction: 0.5))
        }
        #expect(waits == [1, 2, 4, 8])
    }

    @Test("a wait that the server asks for is respected, with some spread")
    func asked() {
        var retry = StreamRetry()
        #expect(wait(retry.step(after: .failed("x", retryAfter: 500), at: now, fraction: 0)) == 500)
        #expect(wait(retry.step(after: .failed("x", retryAfter: 500), at: now, fraction: 1)) == 550)
        #expect(wait(retry.step(after: .failed("x", retryAfter: 1e9), at: now, fraction: 0)) == 86400)
    }

    @Test("a server that asks for no wait gets longer and longer ones")
    func askedForNone() {
        var retry = StreamRetry()
        let waits = (0..<4).map { _ in
            wait(retry.step(after: .failed("x", retryAfter: 0), at: now, fraction: 0))
        }
        #expect(waits == [1, 2, 4, 8])
    }

    @Test("the time in `retry` is the least before each reconnection, up to the longest wait")
    func reconnectionTime() {
        var retry = StreamRetry()
        retry.note(reconnectionTime: 10)
        retry.noteOpened(at: now - 60)
        #expect(wait(retry.step(after: .ended, at: now, fraction: 0.5)) == 10)
        #expect(wait(retry.step(after: .lost("x"), at: now, fraction: 0.5)) == 10)
        retry.note(reconnectionTime: 1e9)
        #expect(wait(retry.step(after: .lost("x"), at: now, fraction: 0.5)) == 60)
    }

    @Test("a pause that the server asked for is respected until it is over")
    func pause() {
        var retry = StreamRetry()
        retry.note(pause: 600, at: now - 100)
        #expect(wait(retry.step(after: .lost("x"), at: now, fraction: 0.5)) == 500)
        #expect(wait(retry.step(after: .lost("x"), at: now + 501, fraction: 0.5)) == 2)
    }

    @Test("after a refusal it stops, or waits as the rules say")
    func refusals() {
        var final = StreamRetry()
        #expect(final.step(after: .over("x"), at: now, fraction: 0.5) == .stop(because: "x"))
        var patient = StreamRetry(StreamRetry.Rules(waitAfterRefusal: 300))
        #expect(wait(patient.step(after: .over("x"), at: now, fraction: 0.5)) == 300)
    }

    @Test("it gives up after as many failures in a row as the rules allow")
    func givingUp() {
        var retry = StreamRetry(StreamRetry.Rules(mostFailures: 2))
        for _ in 0..<2 { #expect(wait(retry.step(after: .lost("x"), at: now, fraction: 0.5)) != nil) }
        let step = retry.step(after: .lost("x"), at: now, fraction: 0.5)
        #expect(step == .stop(because: "given up after 2 tries: x"))
    }
}
