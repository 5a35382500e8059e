import Experiments
import Foundation

enum CheckoutFlow: String, CaseIterable { case short, long }

nonisolated struct Welcome: Codable, Sendable {
    var title = "Hello"
    var isClosable = true
}

extension Keys {
    static let checkoutFlow = Key("checkout_flow", default: CheckoutFlow.short)
    static let columns = Key("columns", default: 3, in: 1...6)
    static let welcome = Key("welcome", json: Welcome())
    static let help = Key("help", optional: .url)
    static let settings: [any RemoteKey] = [checkoutFlow, columns, welcome, help]
}

struct Shelf {
    @Remote(.columns) var columns
    @Remote(.welcome) var welcome
}

func start(_ remote: any RemoteConfigKeeper) async throws -> RemoteConfigService {
    let layers = LayeredRemoteConfigKeeper([LaunchValuesKeeper(), remote])
    let service = RemoteConfigService(remoteConfigKeeper: layers)
    service.continueWithLastValues(of: "shop, matrix")
    try service.defaults(from: .content(#"{"columns": 4}"#.utf8))
    let values = try await service.fetch(within: .seconds(2))
    print("values of the \(values.origin)")
    try await service.setUser("ann", fields: ["plan": "premium"], within: .seconds(2))
    service.getValues(for: Keys.settings)
    RemoteScope.use(service)
    return service
}

func follow(_ service: RemoteConfigService) async -> CheckoutFlow {
    for await flow in service.values(of: .checkoutFlow) { return flow }
    return service[.checkoutFlow]
}
