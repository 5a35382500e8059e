import ExperimentsCore
import ExperimentsOperator
import Foundation
import LinkProtocol

extension DemoPlayback {
    /// Where the demo's apps are served in pictures.
    private static let server = "127.0.0.1:4180"

    /// The demo's apps as they are known at some time, while these overrides are in force: the phone is up to date, and
    /// the others told what they hold when the demo began.
    mutating func apps(with overrides: OverrideSet, at now: Date) -> KnownApps {
        var registry = AppRegistry()
        // A playback of its own, so that this one goes on from time to time.
        var beginning = DemoPlayback()
        for (number, device) in DemoDevice.all.enumerated() {
            registry.connect(AppID(device.identity), at: Self.start)
            let isAwake = device.fetching == .often
            let time = isAwake ? now : Self.start
            let held: Snapshot =
                switch device.fetching {
                case .never: .empty
                case .often: snapshot(at: now)
                case .once: beginning.snapshot(at: Self.start)
                }
            registry.take(
                Self.report(of: device, number, holding: held, with: isAwake ? overrides : .empty, at: time), at: time)
        }
        return KnownApps(AppsDocument(registry, server: Self.server, at: now), at: now)
    }

    private static func report(
        of device: DemoDevice, _ number: Int, holding held: Snapshot, with overrides: OverrideSet, at now: Date
    ) -> AppReport {
        let report = Report(
            keys: device.keys, snapshot: held, overrides: overrides.overrides(for: AppID(device.identity)), at: now,
            fetchedAt: held.fetchedAt)
        var told = AppReport(
            identity: device.identity, run: "demo", sequence: 1, sentAt: now,
            source: ReportedSource(fetchedAt: held.fetchedAt, version: held.version),
            // Not all alike, as they are in life.
            roundTrip: 0.012 + 0.043 * Double(number), isWhole: true,
            keys: report.rows.filter(\.isDeclared).map { ReportedKey($0) })
        if device.fetching == .often {
            told.metrics = [ReportedMetric("paywall_shown", at: now), ReportedMetric("purchase", value: 19.9, at: now)]
        }
        return told
    }
}
