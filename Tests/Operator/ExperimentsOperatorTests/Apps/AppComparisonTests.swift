import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("An app's values beside ours", .inTurn)
struct AppComparisonTests {
    private let start = SampleApps.start
    private let overrides = OverrideSet(["max_items": Override(value: "9")])

    private func rows(
        _ keys: [ReportedKey], overrides: OverrideSet = .empty, fetchedAt: Date? = nil,
        shop: [CatalogKey] = SampleShop.keys
    ) -> [String: AppComparison.Row] {
        let report = Report(keys: shop, snapshot: SampleShop.snapshot, overrides: overrides, at: start)
        let app = SampleApps.app(SampleApps.phone, keys, fetchedAt: fetchedAt ?? start)
        let comparison = AppComparison(of: app, with: report, overrides: overrides, at: start)
        return Dictionary(comparison.rows.map { ($0.name, $0) }) { first, _ in first }
    }

    private func words(
        _ key: ReportedKey, overrides: OverrideSet = .empty, fetchedAt: Date? = nil
    ) -> String? {
        rows([key], overrides: overrides, fetchedAt: fetchedAt)[key.name]?.reason.words
    }

    @Test("a key that is the same is left out")
    func alike() {
        #expect(words(.held("max_items", "7")) == nil)
        #expect(words(.held("new_search_enabled", "true", .default)) == nil)
        #expect(words(.held("checkout_button_color", "green", .missing)) == nil)
        // Neither side can use what the source holds: both use the default.
        #expect(words(.held("free_shipping_enabled", "false", .incorrect, "no boolean")) == nil)
        #expect(words(.held("max_items", "9", .override), overrides: overrides) == nil)
        // It is the same from wherever: the app's source, our default, a default where nothing was fetched.
        #expect(words(.held("checkout_button_color", "green"), fetchedAt: start - 60) == nil)
        #expect(words(.held("max_items", "7", .unknown)) == nil)
    }

    @Test("an override that has not come yet, and one that is still there")
    func overriding() {
        #expect(words(.held("max_items", "7"), overrides: overrides) == "override not received yet")
        #expect(
            words(.held("max_items", "8", .override), overrides: overrides) == "override not received yet")
        #expect(words(.held("max_items", "9", .override)) == "still overridden there")
        let broken = OverrideSet(["max_items": Override(value: "many")])
        #expect(words(.held("max_items", "5", .incorrect, "no number"), overrides: broken) == nil)
        #expect(
            words(.held("max_items", "5", .incorrect, "no number"), overrides: overrides)
                == "incorrect in that app: no number")
        let off = OverrideSet(["max_items": Override(value: "9", isEnabled: false)])
        #expect(words(.held("max_items", "7"), overrides: off) == nil)
    }

    @Test("a value that the app keeps for its session, and the one that follows")
    func pending() {
        var key = ReportedKey.held("max_items", "7", .override)
        key.pending = "9"
        #expect(words(key, overrides: overrides) == "takes effect at the next launch")
        #expect(rows([key], overrides: overrides)["max_items"]?.there?.value == "7")
        // What follows is no longer what is wanted here.
        #expect(words(key) == "still overridden there")
        let long = String(repeating: "x", count: 40_000)
        let shop = [CatalogKey(name: "long", schema: ValueSchema(kind: .string, defaultText: "short"))]
        var kept = ReportedKey.held("long", "short", .override)
        kept.pending = long.prefix(bytes: LinkLimits.valueBytes)
        let report = Report(
            keys: shop, snapshot: .empty, overrides: OverrideSet(["long": Override(value: long)]), at: start)
        let comparison = AppComparison(
            of: SampleApps.app(SampleApps.phone, [kept], fetchedAt: start), with: report,
            overrides: report.overrides,
            at: start)
        #expect(comparison.rows.map(\.reason) == [.pending])
    }

    @Test("values that were fetched before ours, and others that were not")
    func age() {
        #expect(words(.held("max_items", "6"), fetchedAt: start - 60) == "has an older fetch")
        #expect(words(.held("max_items", "6"), fetchedAt: start + 1) == "different value")
        #expect(words(.held("max_items", "5", .missing), fetchedAt: start - 60) == "has an older fetch")
        #expect(words(.held("max_items", "5", .missing)) == "missing in that app")
        #expect(words(.held("max_items", "5", .unknown)) == "never fetched")
        #expect(
            words(.held("max_items", "5", .incorrect, "it is a text"))
                == "incorrect in that app: it is a text")
    }

    @Test("another default is reported only where both are known")
    func defaults() {
        #expect(words(.held("new_search_enabled", "false", .default)) == "built with another default")
        #expect(words(.held("checkout_button_color", "red", .missing)) == "built with another default")
        #expect(words(.held("checkout_button_color", nil, .missing)) == nil)
    }

    @Test("keys that only one side declares")
    func declarations() {
        let rows = rows([
            .held("max_items", "7"), .held("new_in_the_app", "1"), .held("extra", "1", .undeclared),
        ])
        #expect(rows["new_in_the_app"]?.reason.words == "not declared here")
        #expect(rows["extra"] == nil && rows["max_items"] == nil)
        #expect(
            rows["price_factor"]?.reason.words == "not in this app" && rows["price_factor"]?.here == "0.95")
    }

    @Test("long values are compared by their beginning and length")
    func longValues() {
        let long = String(repeating: "x", count: 40_000)
        let shop = [CatalogKey(name: "long", schema: ValueSchema(kind: .string, defaultText: long))]
        #expect(rows([.held("long", long, .missing)], shop: shop)["long"] == nil)
        #expect(rows([.held("long", long + "y", .missing)], shop: shop)["long"]?.reason == .otherDefault)
    }

    @Test("nothing differs in an app that reported nothing")
    func silent() {
        let report = Report(
            keys: SampleShop.keys, snapshot: SampleShop.snapshot, overrides: .empty, at: start)
        let comparison = AppComparison(
            of: SampleApps.app(SampleApps.phone, nil), with: report, overrides: .empty, at: start)
        #expect(!comparison.isKnown && comparison.rows.isEmpty)
    }

    @Test("the rows stand in the order of declaration, and what is the same is counted")
    func order() {
        let report = Report(
            keys: SampleShop.keys, snapshot: SampleShop.snapshot, overrides: .empty, at: start)
        let keys: [ReportedKey] = [
            .held("z_extra", "1"), .held("a_extra", "1"), .held("price_factor", "2"), .held("max_items", "2"),
            .held("paywall_type", "b_baseline"),
        ]
        let comparison = AppComparison(
            of: SampleApps.app(SampleApps.phone, keys), with: report, overrides: .empty, at: start)
        let differing = comparison.rows.filter { $0.reason != .undeclaredThere }.map(\.name)
        #expect(differing == ["max_items", "price_factor", "a_extra", "z_extra"])
        #expect(comparison.alikeCount == 1)
    }
}
