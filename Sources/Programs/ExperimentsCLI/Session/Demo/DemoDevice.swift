import ExperimentsCore
import LinkProtocol
import RemoteConfigEmulator

/// A device on which the demo's shop runs: who it is, and in what it differs from what an operator sees.
struct DemoDevice: Sendable {
    /// The way in which the device fetches values.
    enum Fetching: Sendable, Hashable {
        /// As often as apps do.
        case often
        /// At its start alone.
        case once
        /// It never came so far.
        case never
    }

    let identity: AppIdentity
    let fetching: Fetching
    /// The keys that its version of the app declares.
    let keys: [CatalogKey]

    /// A tester's phone, a tablet with an older version, and a screen in a hall that is not let out of its network.
    static let all = [
        DemoDevice(
            identity: AppIdentity(
                app: app, version: "4.2.0", build: "1083", system: "iOS 18.4", device: "iPhone16,2",
                installation: "4f2a91"),
            fetching: .often, keys: DemoCatalogue.keys),
        DemoDevice(
            identity: AppIdentity(
                app: app, version: "4.1.9", build: "1071", system: "iPadOS 17.7", device: "iPad14,1",
                installation: "c01d5e"),
            fetching: .once, keys: keysOfOlderVersion),
        DemoDevice(
            identity: AppIdentity(
                app: "kiosk", version: "1.0", build: "12", system: "Linux 6.1", device: "x86_64",
                installation: "hall-3"),
            fetching: .never, keys: Array(DemoCatalogue.keys.prefix(10))),
    ]

    private static let app = "shop"

    /// A version that knows fewer keys, and has another default for one.
    private static var keysOfOlderVersion: [CatalogKey] {
        DemoCatalogue.keys.dropLast(3).map { key in
            guard key.name == "free_shipping_from" else { return key }
            var schema = key.schema
            schema.defaultText = "39.90"
            return CatalogKey(name: key.name, title: key.title, group: key.group, schema: schema)
        }
    }
}
