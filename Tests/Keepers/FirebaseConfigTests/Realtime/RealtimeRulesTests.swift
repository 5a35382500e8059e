import ExperimentsTransport
import Foundation
import TestSupport
import Testing

@testable import FirebaseConfig

@Suite("When a realtime stream is opened again", .inTurn)
struct RealtimeRulesTests {
    let now: TimeInterval = 1_000_000

    private func retry(_ settings: RealtimeSettings = RealtimeSettings()) -> StreamRetry {
        StreamRetry(settings.rules)
    }

    private func seconds(_ step: StreamRetry.Step) -> TimeInterval? {
        if case .open(let wait, _) = step { wait } else { nil }
    }

    private func refusal(_ status: Int, retryAfter: TimeInterval? = nil) -> StreamEnding {
        StreamEnding(ServerRefusal(service: .realtime, status: status, retryAfter: retryAfter))
    }

    @Test(
        "failures of the network wait two minutes, then twice as long each time, up to four hours, eight times"
    )
    func backOff() {
        var retry = retry()
        let waits = (0..<8).map { _ in seconds(retry.step(after: .lost("x"), at: now, fraction: 0.5)) }
        #expect(waits == [120, 240, 480, 960, 1920, 3840, 7680, 14400])
        #expect(
            retry.step(after: .lost("x"), at: now, fraction: 0.5)
                == .stop(because: "given up after 8 tries: x"))
    }

    @Test("each wait is varied by half of itself either way")
    func variation() {
        var low = retry()
        var high = retry()
        #expect(seconds(low.step(after: .lost("x"), at: now, fraction: 0)) == 60)
        #expect(seconds(high.step(after: .lost("x"), at: now, fraction: 0.999))?.rounded() == 180)
    }

    @Test("a stream that ends or fails as soon as it was opened is one failure more")
    func shortLived() {
        for ending in [StreamEnding.lost("endless"), .ended] {
            var retry = retry(.attended)
            let waits = (0..<4).map { _ in
                retry.noteOpened(at: now - 1)
                return seconds(retry.step(after: ending, at: now, fraction: 0.5))
            }
            #expect(waits == [2, 4, 8, 16])
        }
    }

    @Test("a stream that lived for a while forgets the failures")
    func reset() {
        var retry = retry()
        for _ in 0..<8 { _ = retry.step(after: .lost("x"), at: now, fraction: 0.5) }
        retry.noteOpened(at: now - 60)
        #expect(seconds(retry.step(after: .lost("x"), at: now, fraction: 0.5)) == 120)
    }

    @Test("statuses that may pass are tried again", arguments: [408, 429, 502, 503, 504])
    func retryable(status: Int) {
        var retry = retry()
        #expect(seconds(retry.step(after: refusal(status), at: now, fraction: 0.5)) == 120)
        #expect(seconds(retry.step(after: refusal(status, retryAfter: 7), at: now, fraction: 0.5)) == 7.5)
    }

    @Test("a service that asks for no wait gets some, and more each time", arguments: [429, 503])
    func floor(status: Int) {
        var retry = retry(.attended)
        let waits = (0..<10).compactMap { _ in
            seconds(retry.step(after: refusal(status, retryAfter: 0), at: now, fraction: 0))
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
    }

    @Test("settings without a wait do not make a client that asks without a pause")
    func noWait() {
        var retry = retry(RealtimeSettings(firstWait: .zero, longestWait: .zero))
        #expect(seconds(retry.step(after: .lost("x"), at: now, fraction: 0)) == 0.5)
    }

    @Test("other statuses end the listening", arguments: [400, 401, 403, 404, 500, 501])
    func final(status: Int) {
        var retry = retry()
        guard case .stop = retry.step(after: refusal(status), at: now, fraction: 0.5) else {
            Issue.record("it goes on")
            return
        }
    }

    @Test("the service's wish for a pause is kept, and does not count as a failure")
    func rest() {
        var retry = retry()
        retry.noteOpened(at: now - 100)
        retry.note(pause: 600, at: now - 100)
        #expect(seconds(retry.step(after: .ended, at: now, fraction: 0.5)) == 500)
        #expect(retry.failures == 0)
        // A failure's own wait is shorter, so the wish decides; later on it is over.
        #expect(seconds(retry.step(after: .lost("x"), at: now, fraction: 0.5)) == 500)
        #expect(seconds(retry.step(after: .lost("x"), at: now + 600, fraction: 0.5)) == 240)
    }

    @Test("a tool with a person in front of it never gives up, and tries again within a minute or so")
    func attended() {
        var retry = retry(.attended)
        let waits = (0..<100).compactMap { _ in seconds(retry.step(after: .lost("x"), at: now, fraction: 0.5))
        }
        #expect(waits.prefix(6) == [2, 4, 8, 16, 32, 60])
        #expect(waits.count == 100)
        #expect(waits.max() == 60)
    }
}
