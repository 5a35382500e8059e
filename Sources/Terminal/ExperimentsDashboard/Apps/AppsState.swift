import ExperimentsCore
import ExperimentsOperator
import Foundation

/// The apps that are linked, how serving them goes, and how the list of them is ordered.
struct AppsState: Sendable {
    /// Whether apps can be served from here.
    let canServe: Bool
    /// The state of serving apps.
    var serving = ServingStatus.off
    /// The app that a link is to be made for as soon as apps are served.
    var wantedLink: String?
    /// Where another program serves them, if one does.
    private(set) var otherServer: String?
    /// Every app that is known, by its installation.
    private(set) var apps: [AppID: ConnectedApp] = [:]
    /// How many of them follow the overrides now. It is kept, because the header and the tabs show it in every frame, and
    /// there may be ten thousand apps.
    private(set) var connectedCount = 0
    /// How many others were forgotten because there were too many.
    private(set) var forgottenCount = 0
    /// Why this program cannot keep what it knows of them; nil if it can.
    private(set) var problem: FileProblem?
    /// The order of the list.
    var order = AppList.Order.seen
    var isReversed = false
    /// The app under the cursor beside what is known here.
    var compared: ComparedApp?

    init(_ session: DashboardSession) {
        canServe = session.apps != nil
    }

    /// Takes what is known now.
    ///
    /// - Returns: what is new.
    mutating func take(_ known: KnownApps) -> [AppNews] {
        let before = apps
        (apps, forgottenCount, otherServer) = (known.apps, known.forgottenCount, known.otherServer)
        problem = known.problem
        connectedCount = apps.values.count { $0.isConnected }
        return AppNews.news(from: before, to: apps)
    }

    /// The address at which this program or another one serves apps; nil if none does.
    var address: String? { serving.address?.text ?? otherServer }
}

/// An app beside what is known here, and what it was compared with.
struct ComparedApp: Sendable {
    let app: ConnectedApp
    let comparison: AppComparison
    private let keysRevision: Int
    private let overrides: OverrideSet

    init(_ app: ConnectedApp, _ context: Context) {
        self.app = app
        overrides = context.overrides(for: app.id)
        keysRevision = context.keysRevision
        comparison = AppComparison(of: app, with: context.source.report, overrides: overrides, at: context.now)
    }

    /// Whether it is of this app, and nothing has changed since.
    func isCurrent(for app: ConnectedApp, _ context: Context) -> Bool {
        self.app.id == app.id && self.app.reportedAt == app.reportedAt && self.app.values === app.values
            && keysRevision == context.keysRevision && overrides == context.overrides(for: app.id)
    }
}
