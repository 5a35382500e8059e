import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsOperator
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Linking an app from the dashboard", .inTurn)
struct LinkingTests {
    private static let url =
        "shop-debug://experiments?server=http://127.0.0.1:4180&token=exl_0123456789abcdefghijklmnopqrstuv&app=shop"

    private func idle() -> ShopFixture { ShopFixture { $0.apps = AppsFixture.Served() } }

    private func take(_ message: AppsState.Message, _ fixture: inout ShopFixture) -> [Effect] {
        fixture.state.update(.to(\.apps, message), at: fixture.state.now)
    }

    private func linked(size: CellSize, isLocal: Bool = true, isASCII: Bool = false) -> ShopFixture {
        var options = DashboardOptions()
        options.isASCII = isASCII
        var fixture = AppsFixture.dashboard(size: size, options: options)
        _ = take(.linked(.made(AppLink(app: "shop", url: Self.url, isLocal: isLocal))), &fixture)
        return fixture
    }

    private func serves(_ effects: [Effect], _ expected: ServingReach?) -> Bool {
        guard effects.count == 1, case .serveApps(let reach)? = effects.first else { return false }
        return reach == expected
    }

    private func linksShop(_ effects: [Effect], server expected: String? = nil) -> Bool {
        effects.contains {
            if case .linkApp("shop", let server) = $0 { server == expected } else { false }
        }
    }

    @Test("serving begins, and stops only after a yes, because links depend on it")
    func serving() throws {
        var fixture = idle()
        #expect(serves(fixture.state.perform(.serve), .project))
        #expect(fixture.state.reasonDisabled(.serve) == "the server is starting")
        _ = take(.servingChanged(.serving(ServedAddress("127.0.0.1:1"))), &fixture)
        #expect(fixture.state.notices.notice?.text == "serving apps at 127.0.0.1:1; 7 shows the apps")
        #expect(fixture.state.perform(.serve).isEmpty)
        #expect(fixture.screen.contains("Stop serving apps at 127.0.0.1:1?"))
        #expect(try fixture.press("n").isEmpty)
        #expect(fixture.state.perform(.serve).isEmpty)
        #expect(serves(try fixture.press("y"), nil))
        _ = take(.servingChanged(.off), &fixture)
        #expect(fixture.state.notices.notice?.text == "stopped serving apps")
        _ = fixture.state.perform(.serve)
        _ = take(.servingChanged(.failed("the port is taken")), &fixture)
        #expect(fixture.state.notices.notice?.text == "cannot serve apps: the port is taken")
    }

    @Test("the question whether to stop names the apps that follow the overrides")
    func stopping() {
        var fixture = AppsFixture.dashboard()
        _ = fixture.state.perform(.serve)
        #expect(fixture.screen.contains("These stop following your overrides:"))
        #expect(
            fixture.screen.contains("  shop 4.2.0 on iPhone16,2") && !fixture.screen.contains("  kiosk 1.0"))
    }

    @Test("serving the network asks once, with the address, and takes the place of the server that runs")
    func network() throws {
        var fixture = AppsFixture.dashboard()
        let effects = fixture.state.perform(.serve, with: "lan")
        guard case .findNetwork(linking: nil)? = effects.first else {
            return #expect(Bool(false), "\(effects)")
        }
        _ = take(.networkFound(address: "192.168.1.20", linking: nil), &fixture)
        #expect(fixture.screen.contains("Serve apps on your network at 192.168.1.20?"))
        #expect(serves(try fixture.press("y"), .network))
        _ = take(.servingChanged(.serving(ServedAddress("192.168.1.20:4180", isOpen: true))), &fixture)
        #expect(fixture.state.perform(.serve, with: "lan").isEmpty)
        #expect(fixture.state.notices.notice?.text == "already serving the network at 192.168.1.20:4180")
    }

    @Test("without a network, it says what to do, and the server that runs stays")
    func noNetwork() {
        var fixture = AppsFixture.dashboard()
        #expect(take(.networkFound(address: nil, linking: "shop"), &fixture).isEmpty)
        #expect(fixture.state.notices.notice?.text.contains("connect it to the phone's Wi-Fi") == true)
        #expect(fixture.state.apps.serving.address?.text == "127.0.0.1:4180")
    }

    @Test("n on an app links the next device of it, and serves apps first if nothing does")
    func oneKey() throws {
        var fixture = AppsFixture.dashboard()
        try fixture.press("7")
        #expect(linksShop(try fixture.press("n")))
        _ = take(.servingChanged(.off), &fixture)
        #expect(serves(try fixture.press("n"), .project))
        #expect(linksShop(take(.servingChanged(.serving(ServedAddress("127.0.0.1:1"))), &fixture)))
        // It is made once.
        #expect(take(.servingChanged(.serving(ServedAddress("127.0.0.1:1"))), &fixture).isEmpty)
    }

    @Test("n on an empty screen asks for the name, and offers that of the project")
    func firstApp() throws {
        var fixture = ShopFixture {
            $0.apps = AppsFixture.Served()
            $0.appName = "shop"
        }
        #expect(try fixture.press("7", "n").isEmpty)
        #expect(fixture.screen.contains("link shop"))
        #expect(serves(try fixture.press("Enter"), .project))
        #expect(linksShop(take(.servingChanged(.serving(ServedAddress("127.0.0.1:1"))), &fixture)))
    }

    @Test("elsewhere, and while something is looked for, n goes to the next match")
    func otherScreens() throws {
        var fixture = AppsFixture.dashboard()
        #expect(try fixture.press("n").isEmpty)
        try fixture.press("7", "f")
        fixture.type("shop")
        #expect(try fixture.press("Enter", "n").isEmpty)
        #expect(fixture.state.position.cursor == 1)
    }

    @Test("a link is made with the server of another program, if one runs")
    func otherServer() {
        var fixture = idle()
        let document = AppsDocument(AppsFixture.registry, server: "127.0.0.1:9", at: fixture.state.now)
        _ = take(.changed(KnownApps(document, at: fixture.state.now)), &fixture)
        #expect(linksShop(take(.link("shop"), &fixture), server: "127.0.0.1:9"))
        #expect(fixture.state.reasonDisabled(.serve) == "another program serves 127.0.0.1:9")
    }

    @Test("a link is shown as a code and as text, and can be copied")
    func panel() throws {
        var fixture = linked(size: CellSize(columns: 100, rows: 30), isLocal: false)
        try Golden.expect(fixture.screen, named: "app-link")
        guard case .copy(Self.url)? = try fixture.press("y").first else {
            return #expect(Bool(false), "it is copied")
        }
        try fixture.press("Escape")
        #expect(fixture.state.panels.isEmpty)
    }

    @Test("the whole code is on a screen of 80x24, with the text beside it")
    func small() throws {
        let fixture = linked(size: CellSize(columns: 80, rows: 24), isLocal: false)
        let code = try #require(QRCode(Self.url))
        let picture = try #require(QRPicture(code, columns: 80, rows: 23))
        let lines = fixture.screen.split(separator: "\n", omittingEmptySubsequences: false)
        for (line, row) in zip(lines, picture.lines) { #expect(line.hasPrefix(row)) }
        #expect(lines.contains { $0.hasSuffix("Link shop") })
        try Golden.expect(fixture.screen, named: "app-link-small")
    }

    @Test("a code that would be cut is not drawn, and the size that it needs is reported")
    func cut() {
        let narrow = linked(size: CellSize(columns: 38, rows: 30), isLocal: false).screen
        #expect(!narrow.contains("█▀") && narrow.contains("The QR code needs"))
        let low = linked(size: CellSize(columns: 100, rows: 16), isLocal: false).screen
        #expect(!low.contains("█▀") && low.contains("needs a window of"))
        // Without half blocks a code is twice as high.
        let ascii = linked(size: CellSize(columns: 80, rows: 24), isLocal: false, isASCII: true).screen
        #expect(ascii.contains("needs a window of"))
    }

    @Test("the code is white on black in any theme, and drawn by backgrounds in ASCII")
    func colors() throws {
        for name in ["dark", "light", "paper"] {
            let theme = try ThemeLibrary().theme(named: name)
            var frame = DashboardView.frame(
                of: linked(size: CellSize(columns: 120, rows: 40), isLocal: false).state, theme: theme)
            #expect(
                frame[CellPoint(column: 2, row: 3)].style.foreground == .rgb(255, 255, 255), "\(theme.name)")
            frame = DashboardView.frame(
                of: linked(size: CellSize(columns: 140, rows: 60), isLocal: false, isASCII: true).state,
                theme: theme)
            let cell = frame[CellPoint(column: 2, row: 3)]
            #expect(cell.style.background == .rgb(255, 255, 255) && cell.character == " ", "\(theme.name)")
        }
    }

    @Test("a link that no phone reaches says so, and s serves the network and makes it again")
    func reach() throws {
        var fixture = linked(size: CellSize(columns: 100, rows: 30))
        #expect(fixture.screen.contains("A phone cannot") && fixture.screen.contains("s serve lan"))
        // A code that no phone can use would only draw attention.
        #expect(!fixture.screen.contains("█▀"))
        guard case .findNetwork(linking: "shop")? = try fixture.press("s").first else {
            return #expect(Bool(false), "the network is looked for")
        }
        _ = take(.networkFound(address: "192.168.1.20", linking: "shop"), &fixture)
        #expect(serves(try fixture.press("y"), .network))
        let address = ServedAddress("192.168.1.20:4180", isOpen: true)
        #expect(linksShop(take(.servingChanged(.serving(address)), &fixture)))
        _ = take(.linked(.made(AppLink(app: "shop", url: Self.url))), &fixture)
        #expect(fixture.state.panels.depth == 1 && !fixture.screen.contains("A phone cannot"))
        #expect(fixture.screen.contains("same network") && !fixture.screen.contains("s serve lan"))
    }

    @Test("an app that arrives is named beside its link")
    func arrival() {
        var fixture = linked(size: CellSize(columns: 100, rows: 30))
        #expect(fixture.screen.contains("Waiting for shop…"))
        var registry = AppsFixture.registry
        registry.connect(AppID(app: "shop", installation: "new"), at: fixture.state.now)
        _ = take(.changed(KnownApps(registry)), &fixture)
        #expect(fixture.screen.contains("✓ shop linked") && !fixture.screen.contains("Waiting for"))
        #expect(fixture.state.notices.notice?.text == "shop linked")
    }

    @Test("a link is in no log and no message")
    func secrets() {
        let fixture = linked(size: CellSize(columns: 100, rows: 30))
        #expect(!fixture.state.log.entries.contains { $0.line.contains("exl_") })
        let link = AppLink(app: "shop", url: Self.url)
        var dumped = ""
        dump(link, to: &dumped)
        #expect(!"\(link)\(String(reflecting: link))\(dumped)".contains("exl_"))
    }

    @Test("links are revoked after a yes, which names the devices that stop following overrides")
    func revoking() throws {
        var fixture = AppsFixture.dashboard()
        #expect(fixture.state.perform(.unlink, with: " shop ").isEmpty)
        #expect(fixture.screen.contains("Revoke all links of shop?") && fixture.screen.contains("iPad14,1"))
        func revokesShop(_ effects: [Effect]) -> Bool {
            if effects.count == 1, case .unlinkApp("shop")? = effects.first { true } else { false }
        }
        #expect(revokesShop(try fixture.press("y")))
        #expect(fixture.state.perform(.unlink, with: " ").isEmpty && !fixture.screen.contains("Revoke"))
        #expect(try !revokesShop(fixture.press("7", "x")))
        #expect(revokesShop(try fixture.press("y")))
    }
}
