import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import FirebaseTemplates
import Foundation
import RemoteConfigEmulator

/// The files of the demo: a typical project with two sources, users to try, code that reads keys, overrides, and days
/// of earlier fetches.
struct DemoProject: Sendable {
    /// The folder, which is removed with the demo.
    let folder: String
    /// The start of the demo.
    let start: Date

    var path: String { PathText.join(folder, ProjectFile.name) }
    var overridesPath: String { PathText.join(folder, ".experiments/overrides.json") }

    /// The ID of the Firebase project.
    static let projectID = "demo-shop"
    static let production = "production"
    static let staging = "staging"

    /// The configured user of the demo. The installation is not in any of the rollouts.
    static let user: [String: JSONValue] = [
        "app.version": "4.2.0", "device.os": "ios", "device.country": "GB", "device.language": "en",
        "app.firebaseInstallationId": "ada",
    ]

    /// Other users, each with different values.
    static let personas = [
        NamedPersona(
            name: "beta tester",
            fields: ["app.userProperty": ["tier": "beta"], "app.firebaseInstallationId": "linus"],
            origin: .project),
        NamedPersona(
            name: "norwegian",
            fields: [
                "device.country": "NO", "device.language": "nb", "app.firebaseInstallationId": "bergen",
            ],
            origin: .project),
        NamedPersona(
            name: "visitor",
            fields: ["device.country": "US", "app.version": "4.1.9", "app.firebaseInstallationId": "emma"],
            origin: .project),
    ]

    /// Writes the project, its code and the template of staging.
    ///
    /// - Parameter warehouse: the warehouse that counts the results; nil for none.
    func write(emulator: URL, _ experiments: [ProjectExperiment], _ warehouse: DemoWarehouse? = nil) throws {
        try write(text(emulator, experiments, warehouse), to: ProjectFile.name)
        try write(DemoTemplate.staging.text, to: "staging.json")
        for (name, bytes) in Self.code { try write(bytes, to: "Sources/Shop/\(name)") }
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// The code of the demo's app, where keys are declared and read: the files of the folder `Shop`.
    private static let code: [(name: String, [UInt8])] = [
        ("ShopKeys.swift", PackageResources.ShopKeys_swift_txt),
        ("Paywall.swift", PackageResources.Paywall_swift_txt),
        ("Cart.swift", PackageResources.Cart_swift_txt),
        ("Search.swift", PackageResources.Search_swift_txt),
    ]

    private func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

    private func write(_ bytes: [UInt8], to name: String) throws {
        try AtomicFile.write(bytes, to: PathText.join(folder, name))
    }

    private func text(_ emulator: URL, _ experiments: [ProjectExperiment], _ warehouse: DemoWarehouse?)
        -> String
    {
        """
        # The demo's project. It is removed when the demo ends.
        sources:
          - name: \(Self.production)
            kind: firebase-template
            project: \(Self.projectID)
            base_url: \(YAMLText.quoted(emulator.absoluteString))
            environment: production
            persona: \(Self.flow(Self.user))
          - name: \(Self.staging)
            kind: firebase-template
            path: staging.json
            environment: staging
            persona: \(Self.flow(Self.user))

        \(CatalogueText.text(of: DemoCatalogue.keys))
        personas:
        \(Self.personas.map { "  \($0.name): \(Self.flow($0.fields))\n" }.joined())
        experiments:
        \(experiments.map(Self.text).joined())
        metrics:
          - {name: purchase, event: order_completed, least_effect: 5%, complete_window: off}
          - {name: revenue, event: order_completed, kind: sum, role: secondary, cap: 500, complete_window: off}
          - {name: support_request, event: support_opened, direction: down, role: guardrail}

        refresh: \(DurationText.text(of: Demo.refreshInterval))
        overrides: .experiments/overrides.json
        \(warehouse?.section ?? "")
        """
    }

    private static func text(_ experiment: ProjectExperiment) -> String {
        let start = experiment.start.map { "    start: \(RFC3339.text(of: $0))\n" } ?? ""
        return """
              - name: \(YAMLText.scalar(experiment.name))
                key: \(YAMLText.scalar(experiment.key ?? ""))
                groups: \(YAMLText.list(experiment.groups))
            \(start)    hypothesis: \(YAMLText.scalar(experiment.hypothesis ?? ""))
                owner: \(YAMLText.scalar(experiment.owner ?? ""))

            """
    }

    private static func flow(_ fields: [String: JSONValue]) -> String {
        let members = fields.sorted { $0.key < $1.key }.map {
            JSONObject.Member(name: $0.key, value: $0.value)
        }
        return YAMLText.flow(.object(JSONObject(distinct: members))) ?? "{}"
    }
}

/// The history before the demo.
extension DemoProject {
    /// Returns the overrides at the start of the demo, by key.
    static func overrides(at start: Date) -> OverrideSet {
        OverrideSet([
            "search_result_limit": Override(
                value: "80", author: "ana", note: "QA-12: long lists", setAt: start - 25 * 60,
                expiresAt: start + 2 * 3600),
            "annual_plan_enabled": Override(value: "false", author: "ben", setAt: start - 3 * 3600),
        ])
    }

    /// Writes the overrides, and the last report of a kiosk that was switched off an hour ago.
    func writeOverrides(to store: any OverrideStore) throws {
        _ = try store.update { $0 = Self.overrides(at: start) }
        var registry = AppRegistry()
        DemoPlayback.noteKiosk(in: &registry, before: start)
        try AppsFile(besideOverridesAt: overridesPath).write(
            AppsDocument(registry, server: nil, at: start - 3600))
    }

    /// Returns the path of the log of a source's fetches, without the extension.
    func logPath(of source: String?) -> String {
        PathText.join(folder, ".experiments/history-\(source ?? "source")")
    }

    /// Writes the fetches of the days before.
    func writeHistory() throws {
        for (name, past) in [(Self.production, Self.past), (Self.staging, Self.stagingPast)] {
            let log = FetchLog(path: logPath(of: name), program: "experiments")
            for snapshot in past(start) {
                var history = FetchHistory()
                history.append(
                    FetchRecord(
                        id: 1, trigger: .scheduled, startedAt: snapshot.fetchedAt ?? start,
                        duration: .milliseconds(12),
                        result: .success(FetchOutcome(status: .updated, httpStatus: 200, bytes: 2_400)),
                        version: snapshot.version, difference: .none))
                try log.addLatest(of: history, snapshot)
            }
        }
    }

    /// A publication before the demo, with the previous values that it changed; nil for a key that did not exist.
    private struct Earlier {
        let hoursAgo: Double
        let before: [String: String?]
    }

    /// The publications, newest first.
    private static let publishes = [
        Earlier(hoursAgo: 3.5, before: ["checkout_flow": "classic", "free_shipping_from": "49.90"]),
        Earlier(hoursAgo: 27, before: ["support_hours": #"{"from":"10:00","to":"16:00"}"#]),
        Earlier(hoursAgo: 52, before: ["trial_days": "14", "annual_discount_percent": "25"]),
        Earlier(hoursAgo: 76, before: ["legacy_banner_color": String?.none]),
        Earlier(hoursAgo: 101, before: ["max_cart_items": "50", "search_result_limit": "20"]),
    ]

    /// Returns the values of production in the days before, oldest first.
    static func past(before start: Date) -> [Snapshot] {
        var entries = snapshot(of: DemoTemplate.production, at: start).entries
        var snapshots: [Snapshot] = []
        for (number, publish) in publishes.enumerated() {
            snapshots.append(
                Snapshot(
                    entries: entries, version: String(DemoTemplate.firstVersion - Int64(number)),
                    fetchedAt: start - publish.hoursAgo * 3600))
            for (key, text) in publish.before { entries[key] = text.map { Snapshot.Entry(text: $0) } }
        }
        let first = DemoTemplate.firstVersion - Int64(publishes.count)
        return snapshots.reversed().reduce(
            into: [Snapshot(entries: entries, version: String(first), fetchedAt: start - 6 * 86_400)]
        ) { $0.append($1) }
    }

    private static func stagingPast(before start: Date) -> [Snapshot] {
        let now = snapshot(of: DemoTemplate.staging, at: start)
        var entries = now.entries
        entries["trial_days"] = Snapshot.Entry(text: "7")
        return [
            Snapshot(entries: entries, version: nil, fetchedAt: start - 5 * 86_400),
            Snapshot(entries: now.entries, version: nil, fetchedAt: start - 2 * 86_400),
        ]
    }

    /// Returns the operator's values for a template.
    static func snapshot(of template: RemoteConfigTemplate, at now: Date) -> Snapshot {
        let evaluation = ClientTemplate(template).evaluate(
            for: AppInstance(SourcePersona(fields: user), now: now))
        var entries = ExactDictionary<Snapshot.Entry>()
        for outcome in evaluation.outcomes where outcome.text != nil || outcome.usesInAppDefault {
            entries[outcome.key] = Snapshot.Entry(text: outcome.text, supplier: outcome.condition)
        }
        return Snapshot(entries: entries, fetchedAt: now)
    }
}
