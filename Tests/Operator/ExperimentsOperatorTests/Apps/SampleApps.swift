import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsOperator
import Foundation
import TestSupport

/// Apps of the sample shop, and what they tell.
enum SampleApps {
    static let start = SampleShop.start
    static let phone = AppIdentity(
        app: "shop", version: "4.2.0", build: "1083", system: "iOS 18.4", device: "iPhone16,2",
        installation: "4f2a91")
    static let tablet = AppIdentity(
        app: "shop", version: "4.1.9", system: "iPadOS 17.7", device: "iPad14,1", installation: "c01d5e")

    /// A number of installations of one app.
    static func identity(_ number: Int, version: String = "1") -> AppIdentity {
        AppIdentity(app: "shop", version: version, installation: "installation-\(number)")
    }

    /// What an app tells.
    static func report(
        of identity: AppIdentity = phone, run: String = "r1", number: Int = 1, at date: Date = start,
        whole: Bool = true, _ keys: [ReportedKey] = []
    ) -> AppReport {
        AppReport(
            identity: identity, run: run, sequence: number, sentAt: date, isWhole: whole, keys: keys)
    }

    /// A connected app that told what it holds.
    static func app(
        _ identity: AppIdentity = phone, _ keys: [ReportedKey]? = [], fetchedAt: Date? = nil,
        version: String? = nil,
        streams: Int = 1
    ) -> ConnectedApp {
        var registry = AppRegistry()
        for _ in 0..<streams { registry.connect(AppID(identity), at: start) }
        if let keys {
            var told = report(of: identity, keys)
            told.source = ReportedSource(fetchedAt: fetchedAt, version: version)
            registry.take(told, at: start)
        } else if streams == 0 {
            registry.connect(AppID(identity), at: start)
            registry.disconnect(AppID(identity), at: start)
        }
        return registry.apps[AppID(identity)] ?? ConnectedApp(identity, firstSeen: start, lastSeen: start)
    }
}

extension ReportedKey {
    /// A key whose value the app's source supplied.
    static func held(_ name: String, _ value: String?, _ status: KeyStatus = .ok, _ problem: String? = nil)
        -> ReportedKey
    {
        ReportedKey(
            name, status: status, value: value, supplier: status == .override ? .override : .source,
            problem: problem)
    }
}
