import ActiveConfiguration
import Experiments
import FirebaseConfig
import FirebaseExperiments
import Variants

// The snippets of the pages of each source, as they stand there; a test sees to it that none is absent.

extension Keys {
    static let trialDays = Key("trial_days", default: 14, in: 0...30)
}

func trialDays(_ config: RemoteConfig) async throws -> Int {
    let service = RemoteConfigService(remoteConfigKeeper: FirebaseRemoteConfigKeeper(remoteConfig: config))
    try await service.fetch()
    return service[.trialDays]
}

extension Keys {
    static let newCheckout = Key("new_checkout", default: false)
}

func isCheckoutNew(_ path: String) async throws -> Bool {
    let service = RemoteConfigService(remoteConfigKeeper: VariantsRemoteConfigKeeper(path: path))
    try await service.fetch()
    return service[.newCheckout]
}

extension Keys {
    static let someFeature = Key("AppFeatures.SomeFeatureEnabled", default: false)
}

func hasSomeFeature(_ activeConfig: ActiveConfig) async throws -> Bool {
    let service = RemoteConfigService(remoteConfigKeeper: ActiveConfigRemoteConfigKeeper(activeConfig))
    try await service.fetch()
    return service[.someFeature]
}
