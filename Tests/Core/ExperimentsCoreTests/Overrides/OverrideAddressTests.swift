import ExperimentsCore
import TestSupport
import Testing

@Suite("Addresses of overrides", .inTurn)
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

    @Test(
        "an override has an address, and the changes between two sets are called by them", arguments: 0..<40)
    func changes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let (before, after) = (RandomScopes.overrides(using: &random), RandomScopes.overrides(using: &random))
        let count = before.scopes.reduce(0) { $0 + before[$1].entries.count }
        #expect(OverrideSet.empty.changes(to: before).count == count)
        var changed = before
        for change in before.changes(to: after) {
            #expect(changed[change.address] == change.before && change.before != change.after)
            changed[change.address] = change.after
        }
        #expect(changed == after && after.changes(to: changed).isEmpty)
    }
}
