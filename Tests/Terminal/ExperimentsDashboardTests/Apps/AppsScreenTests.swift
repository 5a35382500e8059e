import ExperimentsCore
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Screen 7, Apps", .inTurn)
struct AppsScreenTests {
    private static let sizes = [
        ("usual", CellSize(columns: 80, rows: 24)), ("wide", CellSize(columns: 120, rows: 40)),
        ("widest", CellSize(columns: 200, rows: 55)),
    ]

    @Test("the list looks as recorded, in each size", arguments: sizes)
    func list(_ size: (name: String, size: CellSize)) throws {
        var fixture = AppsFixture.dashboard(size: size.size)
        try fixture.press("7")
        try Golden.expect(fixture.screen, named: "linked-apps-\(size.name)")
    }

    @Test("the details show only what differs from here, and what the app did", arguments: sizes)
    func details(_ size: (name: String, size: CellSize)) throws {
        var fixture = AppsFixture.dashboard(size: size.size)
        try fixture.press("7", "j")
        if !fixture.state.details.isShown { try fixture.press("Enter", "Enter") }
        try Golden.expect(fixture.screen, named: "linked-apps-details-\(size.name)")
    }

    @Test("the details say which value an app has from its next start on")
    func pending() throws {
        var fixture = AppsFixture.dashboard(registry: AppsFixture.registryWithPending)
        try fixture.press("7", "j")
        #expect(fixture.screen.contains("takes effect at the next launch"))
        try Golden.expect(fixture.screen, named: "linked-apps-pending")
    }

    @Test("what changed last fills the room that an app leaves free which sent nothing")
    func latestChanges() throws {
        var fixture = AppsFixture.dashboard(size: CellSize(columns: 120, rows: 40))
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
        try fixture.press("7")
        #expect(fixture.screen.contains("no exposures or events yet"), "\(fixture.screen)")
        #expect(
            fixture.screen.contains("Latest changes") && fixture.screen.contains("→ 8"), "\(fixture.screen)")
    }

    @Test("a box moves to the other column if less of it is cut there")
    func balance() throws {
        var fixture = AppsFixture.dashboard(size: CellSize(columns: 140, rows: 34))
        for number in 10..<30 {
            fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": String(number)])))
        }
        try fixture.press("7", "j")
        func column(of title: String) throws -> Int {
            let lines = fixture.screen.split(separator: "\n").map(String.init)
            let line = try #require(
                lines.first { $0.contains("╭─ \(title) ") || $0.contains("─ \(title) ─") })
            return try #require(line.range(of: title)).lowerBound.utf16Offset(in: line)
        }
        let changes = try column(of: "Latest changes")
        #expect(try changes > column(of: "Latest from shop 4.1.9 iPad14,1"), "\(fixture.screen)")
        #expect(try changes > column(of: "About shop 4.1.9 iPad14,1"), "\(fixture.screen)")
        #expect(try changes > column(of: "Link another app"), "\(fixture.screen)")
    }

    @Test("it can be read in ASCII, without colors")
    func ascii() throws {
        var fixture = AppsFixture.dashboard(size: CellSize(columns: 80, rows: 24))
        try fixture.press("7")
        let frame = DashboardView.frame(of: fixture.state, theme: .plain)
        let text = frame.text(ascii: true)
        #expect(text.utf8.allSatisfy { $0 < 0x80 } && text.contains("linked") && text.contains("1h ago"))
    }

    @Test("an empty list says how an app is linked")
    func empty() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 12))
        try fixture.press("7")
        #expect(fixture.screen.contains("No apps linked."))
        #expect(fixture.screen.contains("Run `experiments serve`, then `experiments link --app NAME`."))
        fixture = AppsFixture.dashboard(size: CellSize(columns: 120, rows: 40), registry: AppRegistry())
        try fixture.press("7")
        #expect(fixture.screen.contains("No apps linked. Press n to link one."))
        #expect(
            fixture.screen.contains("A phone cannot reach 127.0.0.1:4180")
                && fixture.screen.contains(":serve lan"))
        _ = fixture.state.update(.to(\.apps, .servingChanged(.off)), at: fixture.state.now)
        #expect(fixture.screen.contains("Not serving apps yet."))
    }
}
