import ExperimentsCore
import TestSupport
import Testing

@testable import ExperimentsOperator

@Suite("Addresses of overrides")
struct OverrideAddressTests {
    @Test(
        "an address is easy to read",
        arguments: [
            ("paywall_type", OverrideScope.everyone, "paywall_type"),
            ("paywall_type", .app("shop"), "paywall_type @shop"),
            ("paywall_type", .installation(app: "shop", id: "4F2A"), "paywall_type @shop/4F2A"),
            ("mail @home", .everyone, "mail @home @"), ("mail @home", .app("a b"), "mail @home @a%20b"),
        ])
    func text(name: String, scope: OverrideScope, text: String) {
        #expect(OverrideAddress(name, scope).text == text)
    }

    @Test("what is written as an address is read as the same one")
    func roundTrip() {
        for name in RandomScopes.names {
            for scope in RandomScopes.all {
                let address = OverrideAddress(name, scope)
                #expect(OverrideAddress(text: address.text) == address)
            }
        }
    }

    @Test("overrides by their addresses are the same overrides", arguments: 0..<40)
    func addressed(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let set = RandomScopes.overrides(using: &random).set
        let count = try ScopedOverrides(set).scopes.reduce(0) { try $0 + ScopedOverrides(set)[$1].entries.count }
        #expect(set.addressed.entries.count == count)
        #expect(try set.addressed.unaddressed() == set)
    }
}
