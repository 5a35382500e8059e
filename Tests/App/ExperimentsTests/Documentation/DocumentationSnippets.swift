import Experiments
import ExperimentsMacros
import ExperimentsPublishers
import Foundation

// Every snippet of the documentation, as it stands there; a test sees to it that none is absent.

@StringRemoteValue
enum PaywallKind: String {
    case plain, rich
}

enum AppKey: String, CaseIterable, RemoteKey {
    case paywall = "paywall_kind"

    var valueType: any RemoteValue.Type {
        switch self {
        case .paywall: PaywallKind.self
        }
    }
}

@StringRemoteValue
enum Greeting: String {
    case hello, welcome
    case morning = "good_morning"

    static let `default`: Self = .welcome
}

@BoolRemoteValue(enabledByDefault: true)
enum NewCheckout {}

@BaselineStringRemoteValue
struct SearchRanking {
    enum Variant: String {
        case classic, learned
    }
}

@BaselineBoolRemoteValue
struct FreeDelivery {}

@IntRemoteValue(default: 3, in: 1...10)
struct Columns {}

@DoubleRemoteValue(default: 0.2, in: 0...1)
struct DiscountRate {}

@BaselineIntRemoteValue(default: 14)
struct FreeDays {}

@JSONRemoteValue
struct PromoBanner {
    var title = "Welcome"
    var discount = 0
}

@RemoteValuesNamespace
enum Values {
    struct Ranking {
        enum Variant: String {
            case classic, learned
        }
    }

    struct Delivery {}

    enum Checkout {}

    enum Onboarding: String {
        case short, long
    }
}

func writeCatalog() throws {
    try KeyCatalog(AppKey.allCases).write(to: "experiments.yaml")
}

func start(_ service: RemoteConfigService) async throws -> PaywallKind {
    try await service.fetch()
    service.getValues(for: AppKey.allCases)
    return service.remoteValue(for: AppKey.paywall)
}

func followUser(_ service: RemoteConfigService) -> ObservationHandle {
    service.fetchInForeground(unlessYoungerThan: .seconds(300))
}

func begin(_ keeper: any RemoteConfigKeeper) -> RemoteConfigService {
    let service = RemoteConfigService(remoteConfigKeeper: keeper)
    service.continueWithLastValues(of: "shop, production")
    return service
}

func follow(_ service: RemoteConfigService) async {
    for await paywall in service.remoteValues(for: AppKey.paywall, as: PaywallKind.self) {
        print("the paywall is \(paywall)")
    }
}

func subscribe(_ service: RemoteConfigService) -> AnyCancellable {
    service.remoteValuePublisher(for: AppKey.paywall, as: PaywallKind.self)
        .sink { print("the paywall is \($0)") }
}

final class AppService: RemoteConfigService, @unchecked Sendable {
    override func trackKeyNotFound(_ key: any RemoteKey) {
        print("missing: \(key.name)")
    }

    override func trackIncorrectValue(for key: any RemoteKey, value: String) {
        print("incorrect: \(key.name), \(value)")
    }

    override func trackExperimentalGroup(for value: any ExperimentalGroupTrackable) {
        print("exposed: \(value.experimentalGroupKey), \(value.experimentalGroupValue)")
    }
}

func launch(_ service: RemoteConfigService) async throws {
    try service.defaults(from: .bundle("RemoteConfigDefaults"))
    let values = try await service.fetch(within: .seconds(2))
    print("values of the \(values.origin), \(values.failure?.summary ?? "up to date")")
}

func signIn(_ service: RemoteConfigService, as user: String) async throws {
    try await service.setUser(user, fields: ["plan": "premium"], within: .seconds(2))
}

func layers(_ remote: any RemoteConfigKeeper) -> RemoteConfigService {
    RemoteConfigService(remoteConfigKeeper: LayeredRemoteConfigKeeper([LaunchValuesKeeper(), remote]))
}

final class FixedKeeper: RemoteConfigKeeper {
    let snapshot: Snapshot

    init(_ texts: [String: String]) {
        snapshot = Snapshot(texts: texts, version: nil, fetchedAt: nil)
    }

    func fetch(_ trigger: FetchTrigger) async throws -> FetchOutcome {
        FetchOutcome(status: .unchanged)
    }

    func observe(_ handler: @escaping @Sendable (KeeperNotice) -> Void) -> ObservationHandle {
        ObservationHandle {}
    }
}
