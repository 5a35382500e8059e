import FirebaseConfig
import Foundation
import TestSupport
import Testing

@Suite("Holding off registration", .inTurn)
struct InstallationHoldOffTests {
    let start = Date(timeIntervalSince1970: 1_770_000_000)

    func refusal(_ status: Int, retryAfter: TimeInterval? = nil) -> ServerRefusal {
        ServerRefusal(service: .installations, status: status, retryAfter: retryAfter)
    }

    @Test("a faulty configuration waits a day, unless a person asks", arguments: [400, 401, 403, 404])
    func configuration(status: Int) {
        var holdOff = InstallationHoldOff()
        holdOff.note(refusal(status), at: start, fraction: 0)
        #expect(holdOff.wait(at: start, byHand: false)?.until == start + 86400)
        #expect(holdOff.wait(at: start, byHand: true) == nil)
    }

    @Test("a tired service gets 2, 4, 8 … seconds and a fraction, at most half an hour, from everyone")
    func recoverable() {
        var holdOff = InstallationHoldOff()
        var waits: [TimeInterval] = []
        for _ in 0..<30 {
            holdOff.note(refusal(503), at: start, fraction: 0.25)
            waits.append(holdOff.wait(at: start, byHand: true)?.until.timeIntervalSince(start) ?? -1)
        }
        #expect(waits.prefix(4) == [2.25, 4.25, 8.25, 16.25])
        #expect(waits.last == 1800)
    }

    @Test("Retry-After decides, with a floor that grows and a little chance")
    func retryAfter() {
        var holdOff = InstallationHoldOff()
        holdOff.note(refusal(429, retryAfter: 90), at: start, fraction: 0)
        #expect(holdOff.wait(at: start, byHand: true)?.until == start + 90)
        holdOff.note(refusal(429, retryAfter: 90), at: start, fraction: 0.5)
        #expect(holdOff.wait(at: start, byHand: true)?.until == start + 94.5)
        holdOff.note(refusal(429, retryAfter: 0), at: start, fraction: 0)
        #expect(holdOff.wait(at: start, byHand: true)?.until == start + 4)
    }

    @Test("a wait ends by time, by success, and by a clock moved back")
    func ends() {
        var holdOff = InstallationHoldOff()
        holdOff.note(refusal(503), at: start, fraction: 0)
        #expect(holdOff.wait(at: start + 2, byHand: false) == nil)
        #expect(holdOff.wait(at: start - 1, byHand: false) == nil)
        holdOff.noteSuccess()
        #expect(holdOff.wait(at: start, byHand: false) == nil)
    }
}
