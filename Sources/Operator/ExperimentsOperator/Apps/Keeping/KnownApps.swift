import ExperimentsCore
import Foundation

/// The apps as a dashboard knows them at some moment.
public struct KnownApps: Sendable {
    /// Every app, by its installation.
    package private(set) var apps: [AppID: ConnectedApp]
    /// How many others were forgotten because there were too many.
    package let forgottenCount: Int
    /// Where another program serves them; nil where this one does, or nobody.
    package let otherServer: String?
    /// Why a file of this program's server could not be read or written: that of what apps said, or that of their links;
    /// nil where they could, or it has none.
    package private(set) var problem: FileProblem?

    /// What a server of this program knows.
    package init(_ registry: AppRegistry, problem: FileProblem? = nil) {
        (apps, forgottenCount, otherServer) = (registry.apps, registry.forgottenCount, nil)
        self.problem = problem
    }

    /// What another program keeps in its file, as far as that counts now.
    package init(_ document: AppsDocument, at now: Date) {
        apps = Dictionary(document.apps(at: now).map { ($0.id, $0) }) { first, _ in first }
        forgottenCount = document.forgottenCount
        otherServer = document.isLive(at: now) ? document.server : nil
        problem = nil
    }

    /// The same, with another problem where there is one: what keeps apps out counts more than what is not kept.
    package func noting(_ problem: FileProblem?) -> KnownApps {
        var known = self
        known.problem = problem ?? known.problem
        return known
    }

    /// The same with what other servers know. An app is as the server knows it that it follows, and else as it was heard of
    /// last.
    package func joined(by others: [ConnectedApp]) -> KnownApps {
        var known = self
        for app in others {
            guard let own = known.apps[app.id] else {
                known.apps[app.id] = app
                continue
            }
            let isNewer = own.isConnected == app.isConnected ? own.lastSeen < app.lastSeen : app.isConnected
            if isNewer { known.apps[app.id] = app }
        }
        return known
    }

    package init(_ apps: [ConnectedApp]) {
        self.apps = Dictionary(apps.map { ($0.id, $0) }) { first, _ in first }
        (forgottenCount, otherServer, problem) = (0, nil, nil)
    }
}
