import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Going back and forward over what was shown", .inTurn)
struct PlaceTests {
    @Test("screens, filter and details come back as they were, with the cursor on its row")
    func backAndForward() throws {
        var fixture = ShopFixture()
        try fixture.press("j", "j", "/")
        fixture.type("enabled")
        try fixture.press("Enter", "j", "Enter", "6")
        #expect(fixture.state.memory.places.back.count == 3)
        try fixture.press("ctrl-o")
        #expect(fixture.state.screen == .keys && fixture.state.details.isShown)
        #expect(fixture.state.selectedName == "new_search_enabled")
        try fixture.press("Backspace")
        #expect(!fixture.state.details.isShown && fixture.state.list.filter.text == "enabled")
        try fixture.press("ctrl-o")
        #expect(fixture.state.list.filter.isEmpty && fixture.state.selectedName == "checkout_button_color")
        try fixture.press("ctrl-o")
        #expect(fixture.screen.contains("no previous view"))
        try fixture.press("alt-o", "alt-o", "alt-o")
        #expect(fixture.state.screen == .history && fixture.state.list.filter.text == "enabled")
        try fixture.press("alt-o")
        #expect(fixture.screen.contains("no next view"))
    }

    @Test("what is shown again after going back is the only way forward")
    func branching() throws {
        var fixture = ShopFixture()
        try fixture.press("2", "3", "ctrl-o", "4")
        #expect(fixture.state.memory.places.forward.isEmpty)
        try fixture.press("ctrl-o")
        #expect(fixture.state.screen == .missing)
    }

    @Test("what is typed letter by letter is one step, and moving is none")
    func settled() throws {
        var fixture = ShopFixture()
        try fixture.press("j", "k", "G", "/")
        fixture.type("enabled")
        #expect(fixture.state.memory.places.back.isEmpty)
        try fixture.press("Enter")
        #expect(fixture.state.memory.places.back.count == 1)
        try fixture.press("?", "Esc")
        #expect(fixture.state.memory.places.back.count == 1)
    }

    @Test("only so many are kept")
    func bounded() throws {
        var fixture = ShopFixture()
        for _ in 0..<200 { try fixture.press("Tab") }
        #expect(fixture.state.memory.places.back.count == PlaceHistory.limit)
    }

    @Test("older values on screen are a place, as long as they are kept")
    func time() throws {
        var fixture = ShopFixture()
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
        try fixture.press("[", "Esc", "ctrl-o")
        #expect(fixture.state.history.isInThePast)
        try fixture.press("ctrl-o")
        #expect(!fixture.state.history.isInThePast)
    }

    @Test("going back to another source opens it, and leaves no step of its own")
    func source() throws {
        var fixture = ShopFixture(sources: [
            DashboardSource(name: "production"), DashboardSource(name: "staging"),
        ])
        func open(_ name: String) {
            let service = RemoteConfigService(
                remoteConfigKeeper: InMemoryRemoteConfigKeeper(ShopFixture.snapshot),
                now: { ShopFixture.start })
            let opened = OpenedSource(name: name, service: service, keys: ShopFixture.keys)
            _ = fixture.state.update(.sourceOpened(opened), at: ShopFixture.start)
        }
        try fixture.press("2")
        open("staging")
        try fixture.press("3")
        guard case .openSource("production") = try fixture.press("ctrl-o", "ctrl-o").first else {
            Issue.record("no source is opened")
            return
        }
        open("production")
        #expect(fixture.state.source.name == "production" && fixture.state.screen == .missing)
        #expect(fixture.state.memory.places.back.count == 1 && fixture.state.memory.places.forward.count == 2)
        try fixture.press("ctrl-o")
        #expect(fixture.state.screen == .keys)
    }
}
