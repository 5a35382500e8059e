import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Messages", .inTurn)
struct MessagesTests {
    @Test("what was said stays to be read, the latest last, each once in a row")
    func log() throws {
        var fixture = ShopFixture()
        try fixture.press("u", "u", "D")
        fixture.pass(60)
        #expect(fixture.state.notices.notice == nil)
        try fixture.press("!")
        let lines = fixture.screen.split(separator: "\n").filter { $0.contains("09:00:00") }
        #expect(lines.count == 2)
        #expect(lines.first?.contains("paywall_type has no override (2 times)") == true)
        #expect(lines.last?.contains("no overrides") == true)
        try fixture.press("Esc")
        #expect(fixture.state.panels.isEmpty)
    }

    @Test("warnings at the start are all there, the first of them on the screen")
    func warnings() throws {
        var fixture = ShopFixture(options: DashboardOptions(warnings: ["first trouble", "second trouble"]))
        #expect(fixture.state.notices.notice?.text == "first trouble")
        try fixture.press("!")
        #expect(fixture.screen.contains("second trouble"))
    }

    @Test("what was found stays found, and in place, when others come in below it")
    func arriving() throws {
        var fixture = ShopFixture()
        try fixture.press("u", "u", "D")
        try fixture.press("!", "f")
        fixture.type("paywall_type")
        try fixture.press("Enter")
        func found() -> String? {
            guard let panel = fixture.state.panels.first(LogPanel.self),
                panel.reading.search.matches == [panel.cursor]
            else { return nil }
            return panel.selectedEntry(fixture.state)?.line
        }
        let text = try #require(found())
        let row = try #require(fixture.screen.split(separator: "\n").firstIndex { $0.contains(text) })
        #expect(text.contains("paywall_type has no override"))
        for reason in ["no route", "no answer", "no answer"] {
            fixture.finishFetch(.failure(FetchFailure(reason)))
            #expect(found() == text)
            #expect(fixture.screen.split(separator: "\n").firstIndex { $0.contains(text) } == row)
        }
    }

    @Test("a command that is found and cannot be run says why")
    func find() throws {
        var fixture = ShopFixture()
        try fixture.press(":")
        fixture.type("undo")
        try fixture.press("Enter")
        #expect(fixture.state.notices.notice?.text == "nothing to undo")
    }

    @Test(
        "a read-only dashboard refuses to change overrides, and says why",
        arguments: ["o", "u", "space", "D", "U"])
    func readOnly(key: String) throws {
        var options = DashboardOptions()
        options.isReadOnly = true
        var fixture = ShopFixture(overrides: ShopFixture.overrides, options: options)
        #expect(try fixture.press("j", "j", "j", key).isEmpty)
        #expect(
            fixture.state.panels.isEmpty && fixture.state.source.report.overrides == ShopFixture.overrides)
        #expect(fixture.state.notices.notice?.text.contains("read-only") == true)
    }
}
