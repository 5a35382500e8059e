import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsLocks
import ExperimentsOperator
import Foundation
import TestSupport

@testable import ExperimentsDashboard

/// Apps of the shop: a phone that is as it should be, a tablet that lags behind, an old phone that is gone.
enum AppsFixture {
    static let phone = AppIdentity(
        app: "shop", version: "4.2.0", build: "1083", system: "iOS 18.4", device: "iPhone16,2",
        installation: "4f2a91")
    static let tablet = AppIdentity(
        app: "shop", version: "4.1.9", build: "1071", system: "iPadOS 17.7", device: "iPad14,1",
        installation: "c01d5e")
    static let kiosk = AppIdentity(app: "kiosk", version: "1.0", system: "Linux 6.1", installation: "hall-3")

    static func key(
        _ name: String, _ value: String?, _ status: KeyStatus = .ok, _ problem: String? = nil
    ) -> ReportedKey {
        ReportedKey(
            name, status: status, value: value, supplier: status == .override ? .override : .source,
            problem: problem)
    }

    /// What the registry knows with the overrides of the sample shop in force.
    static var registry: AppRegistry {
        let start = ShopFixture.start
        var registry = AppRegistry()
        registry.connect(AppID(kiosk), at: start - 7200)
        registry.disconnect(AppID(kiosk), at: start - 3600)
        registry.connect(AppID(phone), at: start - 600)
        registry.connect(AppID(tablet), at: start - 300)
        registry.take(
            report(
                phone, fetchedAt: start,
                [
                    key("paywall_type", "b_baseline"),
                    key("free_shipping_enabled", "false", .incorrect, "not a boolean"),
                    key("checkout_button_color", "green", .missing), key("max_items", "9", .override),
                    key("price_factor", "0.95", .override),
                    key("login_screen", #"{"label":"Hello"}"#, .incorrect, "no JSON"),
                    key("new_search_enabled", "true", .default),
                ]), at: start - 12)
        var told = report(
            tablet, fetchedAt: start - 86400, version: "11",
            [
                key("paywall_type", "a"), key("free_shipping_enabled", "false", .incorrect, "not a boolean"),
                key("checkout_button_color", "red", .missing), key("max_items", "7"),
                key("price_factor", "0.95", .override),
                key("only_in_the_tablet", "1"),
            ])
        told.roundTrip = 0.184
        told.exposures = [
            ReportedExposure(
                key: "paywall_type", experiment: "_exp_7", group: "variant_b", supplier: .source, at: start)
        ]
        told.metrics = [ReportedMetric("purchase", value: 19.9, at: start)]
        registry.take(told, at: start - 40)
        return registry
    }

    /// The same a moment later: the tablet has fetched, and keeps its paywall until the next start.
    static var registryWithPending: AppRegistry {
        var (registry, paywall) = (registry, key("paywall_type", "a"))
        paywall.pending = "b_baseline"
        let keys = [paywall, key("price_factor", "0.95", .override)]
        registry.take(
            report(tablet, sequence: 2, fetchedAt: ShopFixture.start, keys), at: ShopFixture.start - 5)
        return registry
    }

    private static func report(
        _ identity: AppIdentity, sequence: Int = 1, fetchedAt: Date, version: String = "12",
        _ keys: [ReportedKey]
    ) -> AppReport {
        AppReport(
            identity: identity, run: "r1", sequence: sequence, sentAt: ShopFixture.start - 20,
            revision: LinkRevision("k3x9.17"), source: ReportedSource(fetchedAt: fetchedAt, version: version),
            roundTrip: 0.012, isWhole: true, keys: keys)
    }

    /// A dashboard on the shop that serves these apps.
    static func dashboard(
        size: CellSize = CellSize(columns: 120, rows: 40), serving: (any AppServing)? = Served(),
        options: DashboardOptions = DashboardOptions(), registry: AppRegistry? = nil
    ) -> ShopFixture {
        var fixture = ShopFixture(size: size, overrides: ShopFixture.overrides, options: options) {
            $0.apps = serving
        }
        fixture.finishFetch(.success(ShopFixture.snapshot))
        let address = ServedAddress("127.0.0.1:4180")
        _ = fixture.state.update(.to(\.apps, .servingChanged(.starting)), at: ShopFixture.start)
        _ = fixture.state.update(.to(\.apps, .servingChanged(.serving(address))), at: ShopFixture.start)
        _ = fixture.state.update(
            .to(\.apps, .changed(KnownApps(registry ?? Self.registry))), at: ShopFixture.start)
        fixture.pass(30)
        return fixture
    }

    /// A server that is started and stopped by nobody but the test.
    final class Served: AppServing {
        private let tell = Mutex<(@Sendable (KnownApps) -> Void)?>(nil)
        private let problem: String?
        let networkAddress: String?

        init(problem: String? = nil, networkAddress: String? = "192.168.1.20") {
            (self.problem, self.networkAddress) = (problem, networkAddress)
        }

        func start(
            _ reach: ServingReach, _ tell: @escaping @Sendable (KnownApps) -> Void
        ) async throws -> ServedAddress {
            if let problem { throw FetchFailure(problem) }
            self.tell.withLock { $0 = tell }
            return reach == .network
                ? ServedAddress("192.168.1.20:4180", isOpen: true) : ServedAddress("127.0.0.1:4180")
        }

        func stop() async { tell.withLock { $0 = nil } }

        func link(for app: String, server: String?) async throws -> AppLink {
            if let problem { throw FetchFailure(problem) }
            return AppLink(app: app, url: "shop-debug://experiments?server=http://\(server ?? "own")&token=y")
        }

        func unlink(_ app: String) async throws -> Int {
            if let problem { throw FetchFailure(problem) }
            return app == "shop" ? 2 : 0
        }

        func say(_ known: KnownApps) { tell.withLock { $0 }?(known) }
    }
}
