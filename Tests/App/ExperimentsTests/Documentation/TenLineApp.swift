import Experiments

@StringRemoteValue
enum CheckoutFlow: String { case short, long }

enum SettingKey: String, CaseIterable, RemoteKey {
    case checkoutFlow = "checkout_flow"
    var valueType: any RemoteValue.Type { CheckoutFlow.self }
}

func followCheckout(_ keeper: any RemoteConfigKeeper) async throws {
    let overrides = JSONOverrideStore(path: ".experiments/overrides.json")
    let service = RemoteConfigService(remoteConfigKeeper: keeper, overrideStore: overrides)
    try await service.fetch()
    service.getValues(for: SettingKey.allCases)  // reports missing keys and incorrect values
    for await flow in service.remoteValues(for: SettingKey.checkoutFlow, as: CheckoutFlow.self) {
        print("The checkout is \(flow).")  // now, and whenever a fetch or an override changes it
    }
}
