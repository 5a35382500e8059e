import Experiments

/// The shop's own service: it says what a real app would send to its analytics.
final class ShopService: RemoteConfigService, @unchecked Sendable {
    override func trackKeyNotFound(_ key: any RemoteKey) {
        ShopLog.print("missing    \(key.name)")
    }

    override func trackIncorrectValue(for key: any RemoteKey, value: String) {
        ShopLog.print("incorrect  \(key.name)  \"\(value)\"")
    }
}
