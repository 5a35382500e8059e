import Foundation
import TestSupport
import Testing

@testable import ExperimentsCore

@Suite("The timer for overrides that expire", .inTurn)
struct ExpiryTimerTests {
    private let start = Date(timeIntervalSince1970: 1_772_000_000)

    @Test(
        "the time is compared again each minute, as the clock may be set",
        arguments: [(10.0, 10.001), (7_200, 60)])
    func wait(expiry: TimeInterval, expected: TimeInterval) async throws {
        let (waits, wakes) = (Recorder<Duration>(), Recorder<Bool>())
        let timer = ExpiryTimer { waits.record($0) }
        timer.wait(until: start + expiry, now: start) { wakes.record(true) }
        _ = try await eventually("the wake") { wakes.elements.first }
        #expect(waits.elements == [.seconds(expected)])
    }
}
