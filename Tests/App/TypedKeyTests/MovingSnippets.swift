import Experiments
import ExperimentsMacros
import FirebaseConfig
import FirebaseExperiments
import GrowthBookFeatures
import GrowthBookSource
import Observation

// What code of other libraries becomes, as the article on moving shows it; a test sees to it that nothing is absent.

func firebaseKeeper() throws -> FirebaseRemoteConfigKeeper {
    let project = try FirebaseProject(contentsOfFile: "GoogleService-Info.plist")
    return FirebaseRemoteConfigKeeper(remoteConfig: RemoteConfig(project: project))
}

func followResults(
    _ config: RemoteConfig, show: @escaping @Sendable (Int) -> Void
) async throws -> ObservationHandle {
    let keeper = FirebaseRemoteConfigKeeper(remoteConfig: config, listens: true)
    let service = RemoteConfigService(remoteConfigKeeper: keeper)
    let observation = service.observeValue(of: .searchResults, show)  // now, and whenever it changes
    try await service.fetch()
    return observation
}

extension Keys {
    static let guidedCheckout = Key("guided-checkout", default: false)
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable
final class CheckoutFlow {
    @ObservationIgnored @Remote(.guidedCheckout) var isGuided

    func finish(_ service: RemoteConfigService) {
        service.track("checkout-finished")
    }
}

extension Keys {
    static let imageWidth = Key("image-width", default: 200, in: 50...800)
}

func openGallery(
    _ server: GrowthBookServer, user: String
) async throws -> (width: Int, reporting: ObservationHandle) {
    var attributes = JSONObject()
    attributes["id"] = .string(user)
    let context = EvaluationContext(attributes: attributes)
    let keeper = GrowthBookRemoteConfigKeeper(.server(server), context: context)
    let service = RemoteConfigService(remoteConfigKeeper: keeper, unit: user)
    let reporting = service.observe(.exposure) { event in print(event) }
    try await service.fetch()
    return (service[.imageWidth], reporting)
}

extension Keys {
    @RemoteKeys(naming: .kebabCase, group: "Search")
    enum Search {
        /// Results
        ///
        /// How many of them fit on a page.
        @KeyDetails(in: 1...100)
        static let resultsPerPage = 20
    }
}

func results(_ service: RemoteConfigService) -> Int { service[.resultsPerPage] }
