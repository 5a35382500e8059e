import ExperimentsCore
import ExperimentsOperator
import Foundation

/// The linked apps, the server for them, and the order of the list.
struct AppsState: Sendable {
    /// Whether apps can be served from here.
    let canServe: Bool
    /// The name to offer for the first app.
    let suggestedName: String?
    /// The state of serving apps.
    var serving = ServingStatus.off
    /// The app to make a link for as soon as apps are served.
    var wantedLink: String?
    /// The address of the server of another program, if one runs.
    private(set) var otherServer: String?
    /// Every app that is known, by its installation.
    private(set) var apps: [AppID: ConnectedApp] = [:]
    /// The number of linked apps. It is stored because the header and the tabs show it in every frame, and there may be
    /// ten thousand apps.
    private(set) var connectedCount = 0
    /// The number of apps that were forgotten because there were too many.
    private(set) var forgottenCount = 0
    /// Why this program cannot store the apps; nil if it can.
    private(set) var problem: FileProblem?
    /// The time when each app last reported a change to its overrides.
    private(set) var receivedAt: [AppID: Date] = [:]
    /// The order of the list.
    var order = AppList.Order.seen
    var isReversed = false
    /// The keys of which the source gives users different values; nil if that is not known.
    private(set) var conditionalKeys: Set<String>?
    /// The number of snapshots that had arrived when the conditions were last requested.
    private var conditionsNumber: Int?
    /// The apps on the screen, compared with the values here.
    var compared: [AppID: ComparedApp] = [:]
    /// Whether all keys of the app are shown, not only those that differ.
    var showsAllKeys = false
    /// The cursor in the matrix of values.
    var matrix = ListPosition()
    /// Whether the cursor is in the matrix, and not in the list.
    var isInMatrix = false

    init(_ session: DashboardSession) {
        canServe = session.apps != nil
        suggestedName = session.appName
    }

    /// Takes over the current state.
    ///
    /// - Returns: the differences.
    mutating func take(_ known: KnownApps) -> [AppNews] {
        let before = apps
        (apps, forgottenCount, otherServer) = (known.apps, known.forgottenCount, known.otherServer)
        problem = known.problem
        connectedCount = apps.values.count { $0.isConnected }
        for app in apps.values where app.values !== before[app.id]?.values {
            guard let values = app.values, values.overrides != before[app.id]?.values?.overrides ?? [:] else {
                continue
            }
            receivedAt[app.id] = app.reportedAt
        }
        if receivedAt.count > apps.count { receivedAt = receivedAt.filter { apps[$0.key] != nil } }
        return AppNews.news(from: before, to: apps)
    }

    /// Requests the conditions of the source again if they may have changed.
    mutating func askForConditions(_ context: DashboardState) -> [Effect] {
        let number = context.history.announced
        guard conditionsNumber != number else { return [] }
        conditionsNumber = number
        return [.readConditions(number)]
    }

    /// Takes the keys with conditions, unless a newer answer will follow.
    mutating func take(_ conditionalKeys: Set<String>?, number: Int) {
        guard number == conditionsNumber, conditionalKeys != self.conditionalKeys else { return }
        self.conditionalKeys = conditionalKeys
        compared = [:]
    }

    /// The address of the server of this program or of another one; nil if none runs.
    var address: String? { serving.address?.text ?? otherServer }

    /// How long, in seconds, the screen shows that an app has received an override.
    private static let receivedDuration: TimeInterval = 60

    /// Returns when an app received a change to its overrides, if that was a moment ago.
    func justReceived(_ id: AppID, at now: Date) -> Date? {
        receivedAt[id].flatMap { now.timeIntervalSince($0) <= Self.receivedDuration ? $0 : nil }
    }

    /// Returns the number of keys of an app that differ from those here; nil if it is not known.
    func differing(_ id: AppID) -> Int? {
        guard let comparison = compared[id]?.comparison, comparison.isKnown else { return nil }
        return comparison.rows.count { $0.reason != .undeclaredThere }
    }

    /// The names of the known apps in alphabetical order.
    var names: [String] { Set(apps.keys.map(\.app)).sorted() }

    /// Returns the apps that pass a filter, in their order.
    func rows(passing filter: Filter, _ state: DashboardState) -> [ConnectedApp] {
        AppList(apps.values, passing: filter, by: order, isReversed: isReversed, at: state.now).apps
    }

    /// Returns the reach of a key's override; nil if there is none, or no app is linked.
    func reach(of name: String, _ state: DashboardState) -> OverrideReach? {
        guard connectedCount > 0, !state.history.isInThePast else { return nil }
        let circumstances = state.source.report.circumstances(at: state.now)
        return OverrideReach(of: name, in: apps.values) { app in
            state.overrides(for: app.id).activeText(for: name, in: circumstances)
        }
    }
}

/// An app compared with the values here, and the inputs of the comparison.
struct ComparedApp: Sendable {
    let app: ConnectedApp
    let comparison: AppComparison
    private let keysRevision: Int
    private let overrides: OverrideSet
    private let listsSame: Bool

    /// - Parameter listsSame: whether to include keys that are the same.
    init(_ app: ConnectedApp, listsSame: Bool, _ context: DashboardState) {
        (self.app, self.listsSame) = (app, listsSame)
        overrides = context.overrides(for: app.id)
        keysRevision = context.list.keys.revision
        let source = KnownSource(
            timeline: context.history.timeline, conditionalKeys: context.apps.conditionalKeys)
        comparison = AppComparison(
            of: app, with: context.source.report, overrides: overrides, source: source, at: context.now,
            listsSame: listsSame)
    }

    /// Returns whether this is still the comparison for an app: nothing has changed since.
    func isCurrent(for app: ConnectedApp, listsSame: Bool, _ context: DashboardState) -> Bool {
        self.app.id == app.id && self.listsSame == listsSame && self.app.reportedAt == app.reportedAt
            && self.app.values === app.values
            && keysRevision == context.list.keys.revision && overrides == context.overrides(for: app.id)
    }
}
