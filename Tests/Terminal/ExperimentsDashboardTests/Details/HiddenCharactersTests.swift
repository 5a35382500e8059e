import ExperimentsCore
import ExperimentsTerminalUI
import TestSupport
import Testing

@testable import ExperimentsDashboard

@Suite("Characters that no one sees", .inTurn)
struct HiddenCharactersTests {
    private func fixture(_ value: String) -> ShopFixture {
        let key = CatalogKey(name: "mode", schema: ValueSchema(kind: .string, cases: ["a", "b"]))
        return ShopFixture(
            keys: [key], snapshot: Snapshot(texts: ["mode": value], fetchedAt: ShopFixture.start))
    }

    @Test(
        "are written out in the details of a value that is incorrect for them",
        arguments: [("a ", "a␠"), ("a\u{a0}", "a\\u{a0}"), ("a\u{200b}", "a\\u{200b}")])
    func details(value: String, shown: String) throws {
        var fixture = fixture(value)
        try fixture.press("Enter")
        #expect(fixture.screen.contains(shown))
    }

    @Test("are written out in the field in which the value is edited")
    func editor() throws {
        let key = CatalogKey(name: "mode", schema: ValueSchema(kind: .string))
        var fixture = ShopFixture(
            keys: [key], snapshot: Snapshot(texts: ["mode": "ab\u{200b}c "], fetchedAt: ShopFixture.start))
        try fixture.press("o")
        #expect(fixture.screen.contains("ab\\u{200b}c␠"))
    }
}
