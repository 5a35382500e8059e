import Foundation
import TestSupport
import Testing

@testable import ExperimentsTransport

@Suite("Waits that a server asks for", .inTurn)
struct RetryWaitTests {
    func seconds(_ asked: TimeInterval, _ failures: Int, _ fraction: Double = 0) -> TimeInterval {
        RetryWait.seconds(asked: asked, failures: failures, longest: 60, fraction: fraction)
    }

    @Test("are never shorter than a second, which each failure doubles up to a limit")
    func floor() {
        #expect((1...8).map { seconds(0, $0) } == [1, 2, 4, 8, 16, 32, 60, 60])
        #expect(seconds(0, 0) == 1)
        #expect(seconds(-5, .max) == 60)
    }

    @Test("are as long as the server says where that is longer")
    func asked() {
        #expect(seconds(30, 1) == 30)
        #expect(seconds(30, 6) == 32)
        #expect(seconds(86400, 8) == 86400)
    }

    @Test("are longer by chance: a second, or a tenth, or a minute at most")
    func spread() {
        #expect(seconds(0, 1, 0.5) == 1.5)
        #expect(seconds(100, 1, 0.5) == 105)
        #expect(seconds(86400, 1, 0.5) == 86430)
    }

    @Test("a second try after a server error comes soon, but not immediately")
    func secondTry() {
        #expect(RetryWait.beforeSecondTry(fraction: 0) == .milliseconds(500))
        #expect(RetryWait.beforeSecondTry(fraction: 0.5) == .seconds(1))
    }
}
