import ExperimentsCore

// The snippets of the pages of this library, as they stand there; a test sees to it that none is absent.

private enum PaywallType: String, CaseIterable, StringRemoteValue {
    case plain, rich
}

private enum Shop {
    enum Key: String, CaseIterable, RemoteKey {
        case paywallType = "paywall_type"

        var valueType: any RemoteValue.Type { PaywallType.self }
    }

    static func start(_ keeper: any RemoteConfigKeeper) async throws -> PaywallType {
        let service = RemoteConfigService(
            remoteConfigKeeper: keeper, overrideStore: JSONOverrideStore(path: ".experiments/overrides.json"))
        try await service.fetch()
        service.getValues(for: Key.allCases)
        let paywall: PaywallType = service.remoteValue(for: Key.paywallType)
        return paywall
    }
}
