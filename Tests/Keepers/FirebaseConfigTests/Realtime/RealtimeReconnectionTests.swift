import Foundation
import Testing

@testable import FirebaseConfig

@Suite("When a realtime stream is opened again")
struct RealtimeReconnectionTests {
    let now = testTime

    func seconds(_ step: RealtimeReconnection.Step) -> TimeInterval? {
        if case .connect(let date?, _) = step { date.timeIntervalSince(now) } else { nil }
    }

    func refusal(_ status: Int, retryAfter: TimeInterval? = nil) -> RealtimeReconnection.Ending {
        .refused(ServerRefusal(service: .realtime, status: status, retryAfter: retryAfter))
    }

    func isStop(_ step: RealtimeReconnection.Step) -> Bool {
        if case .stop = step { true } else { false }
    }

    @Test("failures of the network wait two minutes, then twice as long each time, up to four hours, eight times")
    func backOff() {
        var reconnection = RealtimeReconnection(RealtimeSettings())
        let waits = (0..<8).map { _ in seconds(reconnection.step(after: .failed("x"), at: now, fraction: 0.5)) }
        #expect(waits == [120, 240, 480, 960, 1920, 3840, 7680, 14400])
        #expect(
            reconnection.step(after: .failed("x"), at: now, fraction: 0.5)
                == .stop(because: "given up after 8 tries: x"))
    }

    @Test("each wait is varied by half of itself either way")
    func variation() {
        var low = RealtimeReconnection(RealtimeSettings())
        var high = RealtimeReconnection(RealtimeSettings())
        #expect(seconds(low.step(after: .failed("x"), at: now, fraction: 0)) == 60)
        #expect(seconds(high.step(after: .failed("x"), at: now, fraction: 0.999))?.rounded() == 180)
    }

    @Test("a stream that fails as soon as it was opened is one failure more")
    func failedAtOnce() {
        var reconnection = RealtimeReconnection(.attended)
        var waits: [TimeInterval?] = []
        for _ in 0..<4 {
            reconnection.noteOpened(at: now - 1)
            waits.append(seconds(reconnection.step(after: .failed("endless"), at: now, fraction: 0.5)))
        }
        #expect(waits == [2, 4, 8, 16])
    }

    @Test("a stream that lived for a while forgets the failures")
    func reset() {
        var reconnection = RealtimeReconnection(RealtimeSettings())
        for _ in 0..<8 { _ = reconnection.step(after: .failed("x"), at: now, fraction: 0.5) }
        reconnection.noteOpened(at: now - 60)
        #expect(seconds(reconnection.step(after: .failed("x"), at: now, fraction: 0.5)) == 120)
    }

    @Test("statuses that may pass are tried again", arguments: [408, 429, 502, 503, 504])
    func retryable(status: Int) {
        var reconnection = RealtimeReconnection(RealtimeSettings())
        #expect(seconds(reconnection.step(after: refusal(status), at: now, fraction: 0.5)) == 120)
        #expect(seconds(reconnection.step(after: refusal(status, retryAfter: 7), at: now, fraction: 0.5)) == 7.5)
    }

    @Test("a service that asks for no wait at all gets some, and more each time", arguments: [429, 503])
    func floor(status: Int) {
        var reconnection = RealtimeReconnection(.attended)
        let waits = (0..<10).compactMap { _ in
            seconds(reconnection.step(after: refusal(status, retryAfter: 0), at: now, fraction: 0))
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
        var spread = RealtimeReconnection(.attended)
        #expect(seconds(spread.step(after: refusal(status, retryAfter: 0), at: now, fraction: 0.5)) == 1.5)
    }

    @Test("settings without a wait do not make one that asks without pause")
    func noWait() {
        var reconnection = RealtimeReconnection(RealtimeSettings(firstWait: .zero, longestWait: .zero))
        #expect(seconds(reconnection.step(after: .failed("x"), at: now, fraction: 0)) == 0.5)
    }

    @Test("others end the listening", arguments: [400, 401, 403, 404, 500, 501])
    func final(status: Int) {
        var reconnection = RealtimeReconnection(RealtimeSettings())
        #expect(isStop(reconnection.step(after: refusal(status), at: now, fraction: 0.5)))
        #expect(isStop(reconnection.step(after: .disabled, at: now, fraction: 0.5)))
        #expect(isStop(reconnection.step(after: .impossible("x"), at: now, fraction: 0.5)))
    }

    @Test("a stream that the service closes after a while is opened again immediately")
    func closed() {
        var reconnection = RealtimeReconnection(RealtimeSettings())
        reconnection.noteOpened(at: now - 300)
        #expect(reconnection.step(after: .closed, at: now, fraction: 0.5) == .connect(at: nil, because: nil))
        // The clock was moved back meanwhile: the stream may have lived for any time.
        reconnection.noteOpened(at: now + 300)
        #expect(reconnection.step(after: .closed, at: now, fraction: 0.5) == .connect(at: nil, because: nil))
    }

    @Test("a stream that ends as soon as it was opened is not opened again without end")
    func shortLived() {
        var reconnection = RealtimeReconnection(RealtimeSettings())
        var waits: [TimeInterval?] = []
        for _ in 0..<3 {
            reconnection.noteOpened(at: now - 1)
            waits.append(seconds(reconnection.step(after: .closed, at: now, fraction: 0.5)))
        }
        #expect(waits == [120, 240, 480])
        reconnection.noteOpened(at: now - 10)
        #expect(reconnection.step(after: .closed, at: now, fraction: 0.5) == .connect(at: nil, because: nil))
        reconnection.noteOpened(at: now - 1)
        #expect(seconds(reconnection.step(after: .closed, at: now, fraction: 0.5)) == 120)
    }

    @Test("the service's wish for a pause is respected, and does not change the count of failures")
    func rest() {
        var reconnection = RealtimeReconnection(RealtimeSettings())
        reconnection.noteOpened(at: now - 100)
        reconnection.note(retryInterval: 600, at: now - 100)
        #expect(seconds(reconnection.step(after: .closed, at: now, fraction: 0.5)) == 500)
        #expect(reconnection.failures == 0)
        // A failure's own wait is shorter, so the wish decides; later on it is over.
        #expect(seconds(reconnection.step(after: .failed("x"), at: now, fraction: 0.5)) == 500)
        let later = now + 600
        let step = reconnection.step(after: .failed("x"), at: later, fraction: 0.5)
        #expect(step == .connect(at: later + 240, because: "x"))
    }

    @Test("a tool that someone looks at never gives up, and comes back within a minute or so")
    func attended() {
        var reconnection = RealtimeReconnection(.attended)
        let waits = (0..<100).compactMap { _ in seconds(reconnection.step(after: .failed("x"), at: now, fraction: 0.5))
        }
        #expect(waits.prefix(6) == [2, 4, 8, 16, 32, 60])
        #expect(waits.count == 100)
        #expect(waits.max() == 60)
    }
}
