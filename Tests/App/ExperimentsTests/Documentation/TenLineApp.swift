import Experiments

enum CheckoutFlow: String, CaseIterable { case short, long }

extension Keys {
    static let checkoutFlow = Key("checkout_flow", default: CheckoutFlow.short)
    static let settings: [any RemoteKey] = [checkoutFlow]
}

func followCheckout(_ keeper: any RemoteConfigKeeper) async throws {
    let overrides = JSONOverrideStore(path: ".experiments/overrides.json")
    let service = RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: overrides)
    try await service.fetch()
    service.getValues(for: Keys.settings)  // reports missing keys and incorrect values
    for await flow in service.values(of: .checkoutFlow) {
        print("The checkout is \(flow).")  // now, and whenever a fetch or an override changes it
    }
}
