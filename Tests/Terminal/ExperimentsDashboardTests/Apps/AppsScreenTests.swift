import ExperimentsCore
import ExperimentsOperator
import Foundation
import Testing

@testable import ExperimentsDashboard

@Suite("Screen 7, Apps")
struct AppsScreenTests {
    private static let sizes = [
        ("usual", CellSize(columns: 80, rows: 24)), ("wide", CellSize(columns: 120, rows: 40)),
        ("widest", CellSize(columns: 200, rows: 55)),
    ]

    @Test("the list looks as kept, in each size", arguments: sizes)
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
        #expect(fixture.screen.contains("pending until the next start"))
        try Golden.expect(fixture.screen, named: "linked-apps-pending")
    }

    @Test("it can be read in ASCII, without colours")
    func ascii() throws {
        var fixture = AppsFixture.dashboard(size: CellSize(columns: 80, rows: 24))
        try fixture.press("7")
        let frame = DashboardView.frame(of: fixture.state, theme: .plain)
        let text = frame.text(ascii: true)
        #expect(text.utf8.allSatisfy { $0 < 0x80 } && text.contains("linked") && text.contains("1h ago"))
    }

    @Test("a link is shown as text and as a code, and can be copied")
    func link() throws {
        var fixture = AppsFixture.dashboard(size: CellSize(columns: 100, rows: 30))
        let url = "shop-debug://experiments?server=http%3A%2F%2F127.0.0.1%3A4180&token=t0k3n&app=shop"
        let code = ["█▀▀▀▀▀█ ▄▀", "█ ███ █ ▀▄", "█ ▀▀▀ █ ██", "▀▀▀▀▀▀▀ ▀ "]
        _ = fixture.state.update(
            .to(\.apps, .linked(.made(AppLink(app: "shop", url: url, code: code, isLocal: true)))),
            at: fixture.state.now)
        try Golden.expect(fixture.screen, named: "app-link")
        let effects = try fixture.press("y")
        guard case .copy(url)? = effects.first else { return #expect(Bool(false), "it is copied: \(effects)") }
        // A code that would be cut is no code.
        _ = fixture.state.update(.input(.resized(CellSize(columns: 14, rows: 30))))
        #expect(!fixture.screen.contains("█▀▀"))
    }

    @Test("a link is in no log and no message")
    func secrets() {
        var fixture = AppsFixture.dashboard()
        let link = AppLink(app: "shop", url: "shop-debug://experiments?token=t0k3n", code: [])
        _ = fixture.state.update(.to(\.apps, .linked(.made(link))), at: fixture.state.now)
        #expect(!fixture.state.log.entries.contains { $0.line.contains("t0k3n") })
        var dumped = ""
        dump(link, to: &dumped)
        #expect(!"\(link)\(String(reflecting: link))\(dumped)".contains("t0k3n"))
    }

    @Test("an empty list says how an app is linked")
    func empty() throws {
        var fixture = ShopFixture(size: CellSize(columns: 80, rows: 12))
        try fixture.press("7")
        #expect(fixture.screen.contains("`experiments serve` serves apps, `experiments link` links one"))
        fixture = AppsFixture.dashboard(size: CellSize(columns: 80, rows: 12), registry: AppRegistry())
        try fixture.press("7")
        #expect(fixture.screen.contains("serving 127.0.0.1:4180; :link NAME shows what to open an app with"))
        _ = fixture.state.update(.to(\.apps, .servingChanged(.off)), at: fixture.state.now)
        #expect(fixture.screen.contains(":serve serves them, :link NAME shows what to open one with"))
    }
}
