import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Why a fetch failed", .inTurn)
struct FailureWordsTests {
    private static let failure = FetchFailure(
        "config.json:302:16: unexpected 'o' where a value, such as true, false, a number or a quoted text, was expected"
    )

    @Test("is reported whole above the footer, on as many lines as it takes", arguments: [40, 60, 120])
    func whole(columns: Int) {
        var fixture = ShopFixture(size: CellSize(columns: columns, rows: 20))
        fixture.finishFetch(.failure(Self.failure))
        let lines = fixture.screen.split(separator: "\n").dropFirst().map { $0.drop { $0 == " " } }
        let words = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(words.contains("fetch failed: " + Self.failure.summary))
    }

    @Test("stays in the log, once for any number of equal failures")
    func messages() throws {
        var fixture = ShopFixture(size: CellSize(columns: 50, rows: 20))
        for _ in 0..<3 {
            fixture.finishFetch(.failure(Self.failure))
            fixture.pass(60)
        }
        #expect(fixture.state.notices.notice == nil)
        try fixture.press("!")
        let words = fixture.screen.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(
            words.contains("Log 1 entry") && words.contains(Self.failure.summary + " (3 times)"), "\(words)")
        #expect(fixture.state.log.entries.count { $0.severity == .error } == 1)
    }

    @Test("another reason than before is reported again")
    func another() {
        var fixture = ShopFixture()
        fixture.finishFetch(.failure(Self.failure))
        fixture.pass(60)
        fixture.finishFetch(.failure(FetchFailure("no route")))
        #expect(fixture.state.notices.notice?.text == "the fetch failed: no route")
    }

    @Test("too long for half of the screen, it ends with a sign that there is more")
    func long() {
        var fixture = ShopFixture(size: CellSize(columns: 24, rows: 8))
        fixture.finishFetch(.failure(FetchFailure(String(repeating: "too long ", count: 40))))
        #expect(fixture.screen.split(separator: "\n").last?.contains("…") == true)
    }
}
