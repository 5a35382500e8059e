import ExperimentResults
import ExperimentsCore
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Taking a key out of the code, on screen", .inTurn)
struct RetirementPanelTests {
    private static let size = CellSize(columns: 100, rows: 24)
    private static let name = "max_items"

    private static func retirement(
        digest: String = "d1", isWritten: Bool = false, files: Bool = true, left: Bool = true
    ) throws -> KeyRetirement {
        let diff = """
            --- a/Sources/Cart.swift
            +++ b/Sources/Cart.swift
            @@ -4,7 +4,3 @@
                 func open() {
            -        if items.count > config[.maxItems] {
            -            refuse()
            -        }
            +        refuse()
                 }

            """
        let document: JSONValue = [
            "schema": .number("1"), "digest": .string(digest), "written": .bool(isWritten),
            "files": files ? [["path": "Sources/Cart.swift", "diff": .string(diff)]] : [],
            "left": left
                ? [
                    [
                        "path": "Sources/Shop.swift", "line": .number("9"), "column": .number("5"),
                        "reason": "the key is used here for something other than reading its value",
                    ]
                ] : [],
        ]
        return try #require(KeyRetirement(parsing: Array(document.compactText.utf8)))
    }

    private static let reason = RetirementCandidate.Reason.same(
        since: ShopFixture.start - 200 * 86400, isLeast: false)

    private func fixture(
        size: CellSize = Self.size, readOnly: Bool = false, check: String? = nil
    ) throws -> ShopFixture {
        var options = DashboardOptions()
        options.isReadOnly = readOnly
        var fixture = ShopFixture(size: size, keepsFetches: true, options: options) {
            $0.retireKey = { _, _, _ throws(MessageError) in throw MessageError("tests answer themselves") }
            $0.codeCheck = check
        }
        fixture.finishFetch(.success(ShopFixture.snapshot))
        try fixture.press("g", "j", "j", "j")
        return fixture
    }

    private func answer(
        _ request: RetirementRequest, _ result: Result<KeyRetirement, MessageError>,
        to fixture: inout ShopFixture
    ) {
        let result = result.map { ProposedRetirement(value: "5", reasons: [Self.reason], retirement: $0) }
        _ = fixture.state.update(.retired(request, result), at: fixture.state.now)
    }

    private func request(_ effects: [Effect]) throws -> RetirementRequest {
        try #require(effects.compactMap { if case .retire(let request) = $0 { request } else { nil } }.first)
    }

    /// The panel with the change.
    private func opened(
        _ result: Result<KeyRetirement, MessageError>? = nil, size: CellSize = Self.size,
        readOnly: Bool = false
    ) throws -> ShopFixture {
        var fixture = try fixture(size: size, readOnly: readOnly)
        let request = try request(fixture.press("X"))
        #expect(request.name == Self.name && request.key?.name == Self.name && request.digest == nil)
        answer(request, try result ?? .success(Self.retirement()), to: &fixture)
        return fixture
    }

    @Test("X shows the change, why the key can go and the places that are left")
    func golden() throws {
        try Golden.expect(opened().screen, named: "retirement")
        try Golden.expect(opened(size: CellSize(columns: 44, rows: 12)).screen, named: "retirement-small")
    }

    @Test("the change has the colors of a diff")
    func colors() throws {
        let panel = try #require(opened().state.panels.top as? RetirementPanel)
        let lines = try panel.lines(opened().state)
        func role(_ text: String) -> Role? { lines.first { $0.text.contains(text) }?.first?.role }
        #expect(role("-            refuse()") == .diffOld && role("+        refuse()") == .diffNew)
        #expect(role("+++ b/") == .key && role("@@ -4,7") == .dim && role("func open") == .text)
    }

    @Test("Enter asks, and y writes exactly the change that is shown")
    func writing() throws {
        var fixture = try opened()
        try fixture.press("Enter")
        #expect(
            fixture.screen.contains("Write the change to 1 file?")
                && fixture.screen.contains("Sources/Cart.swift"))
        try #expect(fixture.press("n").isEmpty)
        try fixture.press("Enter")
        let request = try request(fixture.press("y"))
        #expect(request.digest == "d1")
        #expect(fixture.screen.contains("writing…"))
        answer(request, .success(try Self.retirement(isWritten: true, left: false)), to: &fixture)
        #expect(fixture.screen.contains("changed 1 file"), "\(fixture.screen)")
        #expect(fixture.state.notices.notice?.text == "removed max_items from 1 file")
        // There is nothing to write twice.
        try fixture.press("Enter")
        #expect(fixture.state.panels.top is RetirementPanel)
    }

    @Test("Enter names the command of the project that runs before anything is written")
    func check() throws {
        var fixture = try fixture(check: "swift build")
        let request = try request(fixture.press("X"))
        answer(request, .success(try Self.retirement()), to: &fixture)
        try fixture.press("Enter")
        #expect(fixture.screen.contains("`swift build` runs on a copy first."), "\(fixture.screen)")
        try fixture.press("y")
        #expect(fixture.screen.contains("running `swift build` on a copy"), "\(fixture.screen)")
    }

    @Test("code that changed in the meantime is not written; the new change is shown")
    func changedMeanwhile() throws {
        var fixture = try opened()
        try fixture.press("Enter")
        let request = try request(fixture.press("y"))
        answer(request, .success(try Self.retirement(digest: "d2")), to: &fixture)
        #expect(fixture.screen.contains("nothing was written"), "\(fixture.screen)")
        try fixture.press("Enter")
        try #expect(self.request(fixture.press("y")).digest == "d2")
    }

    @Test("a failure says what to do, also after the panel was closed")
    func failures() throws {
        let missing = MessageError("experiments-code is not installed", advice: "`make install` installs it")
        var fixture = try opened(.failure(missing))
        #expect(fixture.screen.contains("experiments-code is not installed"))
        #expect(fixture.screen.contains("`make install` installs it"))
        try fixture.press("Enter", "r")
        #expect(fixture.screen.contains("reading the code…"))
        var writing = try opened()
        try writing.press("Enter")
        let request = try request(writing.press("y"))
        try writing.press("Esc")
        #expect(writing.state.panels.isEmpty)
        answer(request, .failure(MessageError("Cart.swift: was changed by another program")), to: &writing)
        #expect(writing.state.notices.notice?.text == "Cart.swift: was changed by another program")
    }

    @Test("y copies the diff; keys without a meaning close nothing, and X does")
    func keys() throws {
        var fixture = try opened()
        guard case .copy(let text)? = try fixture.press("y").first else { return #expect(Bool(false)) }
        #expect(text.hasPrefix("--- a/Sources/Cart.swift\n"))
        try fixture.press("j", "k", "%", "/")
        fixture.type("refuse")
        try fixture.press("Enter", "Esc")
        #expect(fixture.state.panels.top is RetirementPanel)
        try fixture.press("X")
        #expect(fixture.state.panels.isEmpty)
    }

    @Test("with --read-only nothing is written")
    func readOnly() throws {
        var fixture = try opened(readOnly: true)
        try fixture.press("Enter")
        #expect(fixture.state.panels.top is RetirementPanel)
        #expect(fixture.state.notices.notice?.text == "read-only: cannot change files")
    }

    @Test("a value can be named, and without a project file there is no code")
    func asked() throws {
        var fixture = try fixture()
        try fixture.press(":")
        fixture.type("retire 7")
        try #expect(request(fixture.press("Enter")).value == "7")
        var without = ShopFixture()
        without.finishFetch(.success(ShopFixture.snapshot))
        #expect(try without.press("X").isEmpty)
        #expect(without.state.reasonDisabled(.retire)?.contains("no project file") == true)
    }

    @Test("the details of a stale key say since when, and those of another nothing")
    func details() throws {
        var fixture = try fixture(size: CellSize(columns: 140, rows: 30))
        let key = try #require(fixture.state.selectedKey)
        let current = try #require(fixture.state.source.report.snapshot.entries[key.name]?.text)
        let kept = KeptValue(
            moment: ValueMoment(
                at: ShopFixture.start - 200 * 86400, unchangedUntil: nil, version: nil, notes: [],
                program: nil),
            text: KeptText(current), isFirst: true)
        #expect(!fixture.screen.contains("removable"))
        let effects = try fixture.press("Z")
        #expect(effects.contains { if case .readValueAges = $0 { true } else { false } })
        for (isSame, isSaid) in [(true, true), (false, false)] {
            let ages = ValueAges([key.name: [kept]], keys: [key], isSameForAll: isSame, at: ShopFixture.start)
            _ = fixture.state.update(.to(\.shown.source, .agesRead(.success(ages), source: nil)))
            #expect(fixture.screen.contains("removable") == isSaid, "\(fixture.screen)")
        }
    }

    @Test("screen 5 offers it for the value that won, and only for that")
    func experiment() throws {
        var fixture = ShopFixture(size: CellSize(columns: 160, rows: 40)) {
            $0.results = ExperimentsFixture.Source()
            $0.retireKey = { _, _, _ throws(MessageError) in throw MessageError("") }
        }
        fixture.finishFetch(.success(ShopFixture.snapshot))
        try fixture.press("5")
        var standings = ExperimentsFixture.standings()
        // Enough users to know that the guardrail is safe.
        standings[0] = ExperimentsFixture.standing(
            "Paywall", key: "paywall_type", users: [20_000, 20_040], rates: [10, 14], days: 14)
        ExperimentsFixture.tell(standings, to: &fixture)
        #expect(fixture.screen.contains("removable  won the experiment Paywall; X"), "\(fixture.screen)")
        #expect(fixture.screen.contains("X remove from code"), "\(fixture.screen)")
        let request = try request(fixture.press("X"))
        #expect(request.name == "paywall_type" && request.standings.map(\.name) == ["Paywall"])
        try fixture.press("Esc", "j")
        #expect(!fixture.screen.contains("removable"), "\(fixture.screen)")
    }
}
