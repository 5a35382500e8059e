import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("How long something takes yet", .inTurn)
struct WaitTextTests {
    @Test(
        "is not much shorter or longer than it says",
        arguments: [
            (-5.0, "now"), (0.4, "now"), (28, "28s"), (59.6, "1m"), (61, "1m1s"), (192, "3m12s"),
            (1490, "25m"),
            (7180, "2h"), (7160, "1h59m"), (3571, "1h"), (86_380, "1d"), (448_100, "5d4h"),
        ] as [(TimeInterval, String)])
    func words(_ seconds: TimeInterval, _ text: String) {
        let now = Date(timeIntervalSince1970: 1_772_000_000)
        #expect(TimeText.wait(from: now, until: now + seconds) == text)
    }
}
