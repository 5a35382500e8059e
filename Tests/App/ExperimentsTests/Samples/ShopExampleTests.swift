import ExperimentsCore
import Foundation
import TestSupport
import Testing

@Suite("The shop beside a dashboard", .inTurn, .serialized)
struct ShopExampleTests {
    @Test("It prints its values, what is missing and incorrect, and an override as soon as it is set")
    func follows() async throws {
        let folder = try TemporaryFolder()
        let overrides = folder.path("overrides.json")
        let shop = try ChildProgram(BuiltProducts.path("ShopExample"), ["--overrides", overrides])
        try await eventually("the shop's values") { shop.output.contains("Banner          {") }
        try await eventually("what is missing") { shop.output.contains("missing    banner") }
        try await eventually("what is incorrect") {
            shop.output.contains("incorrect  gift_cards_enabled  \"maybe\"")
        }
        try JSONOverrideStore(path: overrides, watcher: nil).update {
            $0["paywall_type"] = Override(value: "c")
        }
        try await eventually("the override") { shop.output.contains("Paywall         a_baseline  ->  c") }
        shop.send(SIGTERM)
        #expect(try await shop.end() == 128 + SIGTERM)
    }
}
