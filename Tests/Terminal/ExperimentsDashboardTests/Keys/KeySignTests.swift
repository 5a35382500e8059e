import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("The signs before keys", .inTurn)
struct KeySignTests {
    @Test("every sign has a shape of its own, in ASCII too")
    func shapes() {
        let signs = KeyStatus.allCases.compactMap { KeySign($0)?.text } + ["◇", "Δ", "+", "-", "●"]
        #expect(Set(signs).count == signs.count)
        let plain = signs.flatMap { $0.map { Glyph($0).ascii } }
        #expect(Set(plain).count == signs.count, "\(String(decoding: plain, as: UTF8.self))")
    }

    private let size = CellSize(columns: 140, rows: 30)

    private func row(_ name: String, _ fixture: ShopFixture) throws -> String {
        let rows = fixture.screen.split(separator: "\n").map(String.init).filter { $0.hasPrefix("│") }
        return try #require(rows.first { $0.contains(" " + name + " ") })
    }

    @Test("a key that is as it should be has no sign, one that is not says what the app gets")
    func rows() throws {
        let fixture = ShopFixture(size: size)
        let missing = try row("checkout_button_color", fixture)
        #expect(missing.contains("○ checkout_button_color"))
        #expect(missing.contains("nothing   app gets green"))
        let incorrect = try row("free_shipping_enabled", fixture)
        #expect(incorrect.contains("✗ free_shipping_enabled") && incorrect.contains("maybe   app gets false"))
        #expect(try row("price_factor", fixture).hasPrefix("│   price_factor"))
    }

    @Test(
        "an overridden key says what the source has, a key of an experiment and one that is not declared have signs"
    )
    func others() throws {
        let fixture = ShopFixture(size: size, overrides: ShopFixture.overrides)
        let override = try row("max_items", fixture)
        #expect(override.contains("◆ max_items") && override.contains("9   2h left, source has 7"))
        #expect(try row("paywall_type", fixture).contains("◇ paywall_type"))
        #expect(fixture.screen.contains("? greeting_日本"))
    }

    @Test("a value that just changed shows what it was before, for a while")
    func change() throws {
        var fixture = ShopFixture(size: size)
        fixture.finishFetch(.success(ShopFixture.snapshot.changing(["max_items": "8"])))
        #expect(try row("max_items", fixture).contains("Δ max_items"))
        #expect(try row("max_items", fixture).contains("7 → 8"))
        fixture.pass(20)
        #expect(try !row("max_items", fixture).contains("7 → 8"))
    }
}
