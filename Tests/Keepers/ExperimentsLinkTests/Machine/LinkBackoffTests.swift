import ExperimentsLinkProtocol
import TestSupport
import Testing

@testable import ExperimentsLink

@Suite("The waits of a link", .inTurn)
struct LinkBackoffTests {
    private static let broken = LinkFailure(.broken, LinkProblem("away", isPassing: true))

    @Test("double from half a second to half a minute, around their middle")
    func doubling() {
        var backoff = LinkBackoff()
        let waits = (0..<9).map { _ in backoff.wait(after: Self.broken, fraction: 0.5) }
        #expect(waits == [0.5, 1, 2, 4, 8, 16, 30, 30, 30].map { .seconds($0) })
        backoff.forget()
        #expect(backoff.wait(after: Self.broken, fraction: 0) == .milliseconds(250))
    }

    @Test("are spread, so that those who lost their server together do not come back together")
    func spread() {
        var random = SeededGenerator(seed: 1)
        let waits = (0..<2_000).map { _ in
            var backoff = LinkBackoff()
            return backoff.wait(after: Self.broken, fraction: Double(random.below(1_000)) / 1_000)
        }
        let earliest = waits.filter { $0 < .milliseconds(300) }.count
        #expect((100...300).contains(earliest))
        #expect(waits.allSatisfy { (.milliseconds(250)..<Duration.milliseconds(750)).contains($0) })
    }

    @Test("are at least what the server asks for, and at most an hour")
    func asked() {
        var backoff = LinkBackoff()
        let failure = LinkFailure(.broken, LinkProblem("busy"), wait: .seconds(120))
        #expect(backoff.wait(after: failure, fraction: 0) == .seconds(120))
        let silly = LinkFailure(.broken, LinkProblem("busy"), wait: .seconds(1_000_000))
        #expect(backoff.wait(after: silly, fraction: 0) == .seconds(3600))
    }

    @Test("are minutes where the server refuses the link")
    func refused() {
        var backoff = LinkBackoff()
        #expect(backoff.wait(after: LinkFailure(.refused, LinkProblem("no")), fraction: 0.5) == .seconds(300))
    }
}
