import ExperimentsCore
import TestSupport
import Testing
import Variants

@Suite("Registries by name", .inTurn)
struct RegistriesTests {
    @Test("a name always means the same registry, and no registry knows what another does")
    func names() throws {
        let registries = VariantRegistries()
        #expect(registries.default === registries.registry(named: "main"))
        let other = registries.registry(named: "other")
        try other.register(FlagDefinition("f", baseValue: 1))
        try other.registerConditionType("MINE") { _ in { _ in true } }
        #expect(registries.registry(named: "other").flag("f") != nil)
        #expect(registries.default.flags.isEmpty)
        #expect(registries.default.customConditionTypes.isEmpty)
        #expect(registries.names == ["main", "other"])
    }

    @Test("a registry is made as the app says, and once")
    func making() {
        let registries = VariantRegistries { VariantRegistry(userKey: "\($0)_id") }
        #expect(registries.registry(named: "shop").userKey == "shop_id")
        let before = registries.registry(named: "shop")
        registries.removeAll()
        #expect(registries.names.isEmpty)
        #expect(registries.registry(named: "shop") !== before)
    }
}
