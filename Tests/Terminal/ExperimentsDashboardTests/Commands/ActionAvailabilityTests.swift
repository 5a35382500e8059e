import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Every action on every screen", .inTurn)
struct ActionAvailabilityTests {
    enum Content: CaseIterable {
        case nothing, shop, fetched, readOnly
    }

    private func fixture(_ content: Content) -> ShopFixture {
        switch content {
        case .nothing:
            return ShopFixture(keys: [], snapshot: .empty, refresh: nil)
        case .shop: return ShopFixture(overrides: ShopFixture.overrides)
        case .fetched, .readOnly:
            var options = DashboardOptions()
            options.isReadOnly = content == .readOnly
            var fixture = ShopFixture(
                overrides: ShopFixture.overrides,
                sources: [DashboardSource(name: "a"), DashboardSource(name: "b")],
                options: options)
            fixture.finishFetch(.success(ShopFixture.snapshot))
            fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
            return fixture
        }
    }

    @Test(
        "it does something that can be seen, or says why not; never silently nothing",
        arguments: Screen.allCases, Content.allCases)
    func everywhere(_ screen: Screen, _ content: Content) {
        for showsDetails in content == .shop ? [false, true] : [content == .fetched] {
            // What an action changes is a value: each begins with a copy.
            var prepared = fixture(content)
            prepared.state.show(screen)
            prepared.state.details.isShown = showsDetails
            prepared.state.moveCursor(to: 1)
            prepared.state.notices.notice = nil
            let before = prepared.screen
            for action in Command.all {
                var fixture = prepared
                let reason = fixture.state.reasonDisabled(action)
                let effects = fixture.state.perform(action)
                if let reason {
                    #expect(effects.isEmpty && fixture.state.notices.notice?.text == reason, "\(action)")
                    #expect(
                        !reason.isEmpty && fixture.screen.contains(reason.prefix(60)), "\(action): \(reason)")
                    continue
                }
                // The screen that is shown already, and the end of the way, are seen for what they are.
                if action.screen == screen || action.section == .moving || Self.silentActions.contains(action)
                {
                    continue
                }
                let isSeen =
                    !effects.isEmpty || fixture.screen != before || fixture.state.notices.notice != nil
                #expect(isSeen, "\(action) does nothing, with details \(showsDetails ? "open" : "closed")")
            }
        }
    }

    private static let silentActions: Set<Command> = [
        .detailUp, .detailDown, .details, .openDetails, .closeDetails, .back,
    ]

    @Test(
        "a step that leads nowhere says nothing",
        arguments: [["Escape"], ["Enter", "Enter", "Enter", "Enter"], ["G", "j"], ["h", "h"], ["l", "l"]])
    func silence(keys: [String]) throws {
        var fixture = ShopFixture()
        fixture.state.notices.notice = nil
        for key in keys { try fixture.press(key) }
        #expect(fixture.state.notices.notice == nil)
    }

    @Test("a list without rows says what to do", arguments: Screen.allCases)
    func empty(_ screen: Screen) {
        var fixture = fixture(.nothing)
        fixture.state.show(screen)
        let list = fixture.state.layout.list
        let frame = DashboardView.frame(of: fixture.state, theme: .plain)
        let words = (list.row..<list.endRow).flatMap { frame.row($0) }.filter { $0.glyph != .blank }
        #expect(words.count > 20)
    }
}
