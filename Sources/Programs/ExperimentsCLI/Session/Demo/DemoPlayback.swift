import ExperimentsCore
import ExperimentsLinkProtocol
import ExperimentsOperator
import FirebaseConfig
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator

/// The demo's script without its server: its values at any time since its start. They are always the same.
struct DemoPlayback {
    /// The start of the script.
    static let start = Date(timeIntervalSince1970: 1_772_357_400)  // 2026-03-01T09:30:00Z

    private let scenario = Scenario.demo()
    private var played = Played(Scenario.demo())
    private var fetches = 0
    private var held = Snapshot.empty

    /// Returns the events of a fetch at a time, as a service sends them.
    mutating func fetch(_ trigger: FetchTrigger, at now: Date) -> [ServiceEvent] {
        fetches += 1
        let before = held
        held = snapshot(at: now)
        let isNew = held.version != before.version
        let size = held.entries.reduce(0) { $0 + $1.key.utf8.count + ($1.value.text?.utf8.count ?? 0) + 6 }
        let record = FetchRecord(
            id: fetches, trigger: trigger, startedAt: now,
            // Varied, as for real fetches.
            duration: .microseconds(1400 + fetches * fetches % 11 * 830),
            result: .success(
                FetchOutcome(
                    status: isNew ? .updated : .unchanged, httpStatus: 200, bytes: isNew ? size : 43)),
            version: held.version,
            difference: before.fetchedAt == nil ? .none : SnapshotDifference(from: before, to: held))
        return (isNew ? [.snapshotChanged(held)] : []) + [.fetchFinished(record)]
    }

    /// Returns the values of the server at a time.
    mutating func snapshot(at now: Date) -> Snapshot {
        let seconds = now.timeIntervalSince(Self.start)
        // Time advances from fetch to fetch. Playing an hour from the start each time would take seconds.
        if seconds < played.seconds { played = Played(scenario) }
        played.goOn(to: seconds, of: scenario)
        let values = DemoProject.snapshot(of: played.template, at: now)
        return Snapshot(entries: values.entries, version: String(played.version), fetchedAt: now)
    }
}

/// The position in a scenario, and its result so far.
private struct Played {
    private(set) var template: RemoteConfigTemplate
    private var experiments: [ExperimentDescription] = []
    private(set) var version = DemoTemplate.firstVersion
    /// The time of the last step, in seconds since the start.
    private(set) var seconds = 0.0
    private var next = 0
    private var lap = 0

    init(_ scenario: Scenario) { template = scenario.first }

    /// Performs every step up to this many seconds after the start.
    mutating func goOn(to end: Double, of scenario: Scenario) {
        while scenario.steps.indices.contains(next) {
            let step = scenario.steps[next]
            let delay = scenario.delay(of: step, lap: lap).inSeconds
            guard seconds + delay <= end else { return }
            seconds += delay
            for edit in step.edits { scenario.apply(edit, to: &template, &experiments) }
            version += 1
            next += 1
            if scenario.repeats, next == scenario.steps.count { (next, lap) = (0, lap + 1) }
        }
    }
}

extension DemoPlayback {
    /// The server address of the demo's apps in pictures.
    private static let server = "127.0.0.1:4180"

    /// Returns the demo's apps at a time, with these overrides: the phone is up to date, and the tablet has the values
    /// from the start of the demo.
    mutating func apps(with overrides: OverrideSet, at now: Date) -> KnownApps {
        var registry = AppRegistry()
        // A separate playback, so that this one can continue from time to time.
        var beginning = DemoPlayback()
        for (number, device) in DemoDevice.running.enumerated() {
            registry.connect(AppID(device.identity), at: Self.start)
            let isAwake = device.fetchesOften
            let time = isAwake ? now : Self.start
            let held = isAwake ? snapshot(at: now) : beginning.snapshot(at: Self.start)
            registry.take(
                Self.report(of: device, number, holding: held, with: isAwake ? overrides : .empty, at: time),
                at: time)
        }
        Self.noteKiosk(in: &registry, before: Self.start)
        return KnownApps(AppsDocument(registry, server: Self.server, at: now), at: now)
    }

    /// Adds the report of the kiosk from an hour before the demo, when it was switched off.
    static func noteKiosk(in registry: inout AppRegistry, before start: Date) {
        let (device, time) = (DemoDevice.kiosk, start - 3600)
        let id = AppID(device.identity)
        registry.connect(id, at: time)
        let held = DemoProject.past(before: start).dropLast().last ?? .empty
        registry.take(
            report(of: device, DemoDevice.running.count, holding: held, with: .empty, at: time), at: time)
        registry.disconnect(id, at: time)
    }

    private static func report(
        of device: DemoDevice, _ number: Int, holding held: Snapshot, with overrides: OverrideSet,
        at now: Date
    ) -> AppReport {
        let report = Report(
            keys: device.keys, snapshot: held, overrides: overrides.overrides(for: AppID(device.identity)),
            at: now,
            fetchedAt: held.fetchedAt)
        var told = AppReport(
            identity: device.identity, run: "demo", sequence: 1, sentAt: now,
            source: ReportedSource(fetchedAt: held.fetchedAt, version: held.version),
            // Varied, as for real apps.
            roundTrip: 0.012 + 0.043 * Double(number), isWhole: true,
            keys: report.rows.filter(\.isDeclared).map { ReportedKey($0) })
        if device.fetchesOften {
            told.metrics = [
                ReportedMetric("paywall_shown", at: now), ReportedMetric("purchase", value: 19.9, at: now),
            ]
        }
        return told
    }
}

/// A device with the demo's shop: its identity, and its differences from the operator's view.
struct DemoDevice: Sendable {
    let identity: AppIdentity
    /// Whether it fetches values as often as apps do. Otherwise it fetches only at its start.
    let fetchesOften: Bool
    /// The keys that its version of the app declares.
    let keys: [CatalogKey]

    /// A tester's phone, and a tablet with an older version.
    static let running = [
        DemoDevice(
            identity: AppIdentity(
                app: app, version: "4.2.0", build: "1083", system: "iOS 18.4", device: "iPhone16,2",
                installation: "4f2a91"),
            fetchesOften: true, keys: DemoCatalogue.keys),
        DemoDevice(
            identity: AppIdentity(
                app: app, version: "4.1.9", build: "1071", system: "iPadOS 17.7", device: "iPad14,1",
                installation: "c01d5e"),
            fetchesOften: false, keys: keysOfOlderVersion),
    ]

    /// A screen in a hall that was switched off before the demo.
    static let kiosk = DemoDevice(
        identity: AppIdentity(
            app: "kiosk", version: "1.0", build: "12", system: "Linux 6.1", device: "x86_64",
            installation: "hall-3"),
        fetchesOften: false, keys: Array(DemoCatalogue.keys.prefix(10)))

    private static let app = "shop"

    /// The keys of an older version, which has fewer keys, and another default for one.
    private static var keysOfOlderVersion: [CatalogKey] {
        DemoCatalogue.keys.dropLast(3).map { key in
            guard key.name == "free_shipping_from" else { return key }
            var schema = key.schema
            schema.defaultText = "39.90"
            return CatalogKey(name: key.name, title: key.title, group: key.group, schema: schema)
        }
    }
}
