import ExperimentsCore
import Foundation

/// The apps as a dashboard knows them at a moment.
public struct KnownApps: Sendable {
    /// The apps, by installation.
    package private(set) var apps: [AppID: ConnectedApp]
    /// The number of other apps that were forgotten because there were too many.
    package let forgottenCount: Int
    /// The address at which another program serves them; nil if this program does, or none.
    package let otherServer: String?
    /// The reason why a file of this program's server, with the apps' reports or with their links, could not be read or
    /// written; nil if there is no problem.
    package private(set) var problem: FileProblem?

    /// Creates the apps from the registry of a server in this program.
    package init(_ registry: AppRegistry, problem: FileProblem? = nil) {
        (apps, forgottenCount, otherServer) = (registry.apps, registry.forgottenCount, nil)
        self.problem = problem
    }

    /// Creates the apps from the file of another program, as far as it is still valid.
    package init(_ document: AppsDocument, at now: Date) {
        apps = Dictionary(document.apps(at: now).map { ($0.id, $0) }) { first, _ in first }
        forgottenCount = document.forgottenCount
        otherServer = document.isLive(at: now) ? document.server : nil
        problem = nil
    }

    /// Returns the same apps with another problem, if there is one. A problem that keeps apps out takes precedence over
    /// one of storing reports.
    package func noting(_ problem: FileProblem?) -> KnownApps {
        var known = self
        known.problem = problem ?? known.problem
        return known
    }

    /// Returns these apps together with those of other servers. If several servers know an app, the state from the
    /// server that it follows is used, otherwise the latest one.
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
