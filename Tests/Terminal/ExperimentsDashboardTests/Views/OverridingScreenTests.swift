import ExperimentsCore
import Foundation
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Screens of overriding", .inTurn)
struct OverridingScreenTests {
    private static let odd = OverrideSet([
        "max_items": Override(
            value: "7", author: "ana", note: "now at the source, too", setAt: ShopFixture.start - 600),
        "price_factor": Override(
            value: "0.8", author: "ben", setAt: ShopFixture.start - 60, expiresAt: ShopFixture.start - 1),
        "free_shipping_enabled": Override(value: "perhaps", author: "ana"),
        "paywall_type": Override(value: "c", until: .upstreamChange(from: "b_baseline")),
        "login_screen": Override(value: "{}", isEnabled: false, until: .nextFetch),
        "retired_key": Override(value: "x"),
    ])

    private static let team = OverrideSet([
        "max_items": Override(value: "3", author: "team"),
        "new_search_enabled": Override(value: "false", author: "team"),
    ])

    @Test("overrides with everything that can be odd about them, in layers", arguments: ScreenTests.sizes)
    func warnings(_ size: (name: String, size: CellSize)) throws {
        var fixture = ShopFixture(size: size.size, overrides: Self.odd, team: Self.team)
        try fixture.press("4", "j", "j")
        try Golden.expect(fixture.screen, named: "overrides-warnings-\(size.name)")
    }

    @Test("marked rows", arguments: ScreenTests.sizes)
    func marks(_ size: (name: String, size: CellSize)) throws {
        var fixture = ShopFixture(size: size.size, overrides: Self.odd)
        try fixture.press("m", "j", "m", "/")
        fixture.type("pay")
        try fixture.press("Enter")
        try Golden.expect(fixture.screen, named: "marks-\(size.name)")
    }

    @Test("the editor of JSON with a fault", arguments: ScreenTests.sizes)
    func json(_ size: (name: String, size: CellSize)) throws {
        var fixture = ShopFixture(size: size.size)
        try fixture.press("j", "j", "j", "j", "j", "o", "ctrl-u")
        fixture.type(
            #"{"label": {"text": "Hi", "colour": "orange", "items": [1, 2, 3,, 4], "title": "A long one"}}"#)
        try Golden.expect(fixture.screen, named: "editor-json-\(size.name)")
    }

    @Test("the editor at the end of an override", arguments: ScreenTests.sizes)
    func end(_ size: (name: String, size: CellSize)) throws {
        var fixture = ShopFixture(size: size.size, overrides: ShopFixture.overrides)
        try fixture.press("j", "j", "j", "o", "Tab", "ctrl-u")
        fixture.type("18:30")
        try Golden.expect(fixture.screen, named: "editor-end-\(size.name)")
    }

    @Test("the editor of several keys, which refuses an end", arguments: ScreenTests.sizes)
    func several(_ size: (name: String, size: CellSize)) throws {
        var fixture = ShopFixture(size: size.size)
        try fixture.press("j", "j", "j", "m", "m", "o")
        fixture.type("2")
        try fixture.press("Tab")
        fixture.type("soon")
        try fixture.press("Enter")
        try Golden.expect(fixture.screen, named: "editor-several-\(size.name)")
    }

    @Test("the question before several keys are changed", arguments: ScreenTests.sizes)
    func confirmation(_ size: (name: String, size: CellSize)) throws {
        var fixture = ShopFixture(size: size.size, overrides: Self.odd, environment: "production")
        try fixture.press("M", "space")
        try Golden.expect(fixture.screen, named: "confirm-several-\(size.name)")
    }

    @Test("naming a profile", arguments: ScreenTests.sizes)
    func naming(_ size: (name: String, size: CellSize)) throws {
        var fixture = ShopFixture(size: size.size, overrides: Self.odd)
        try fixture.press("P")
        _ = fixture.state.update(
            .profilesAnswered(.list, LibraryAnswer<OverrideProfile>(isDone: true)), at: ShopFixture.start)
        try fixture.press("s")
        fixture.type("QA/x")
        try fixture.press("Enter")
        try Golden.expect(fixture.screen, named: "profiles-naming-\(size.name)")
    }

    @Test("one whole difference between two sources", arguments: ScreenTests.sizes)
    func wholeDifference(_ size: (name: String, size: CellSize)) throws {
        var fixture = ShopFixture(size: size.size, sources: SourceTests.sources)
        try fixture.press("=")
        let other = ShopFixture.snapshot.changing([
            "login_screen": #"{"label": {"text": "Hello"}, "rows": [1, 2]}"#
        ])
        _ = fixture.state.update(
            .to(\.comparison, .read(name: "staging", other, problem: nil)), at: ShopFixture.start)
        try fixture.press("Enter")
        try Golden.expect(fixture.screen, named: "comparison-whole-\(size.name)")
    }
}
