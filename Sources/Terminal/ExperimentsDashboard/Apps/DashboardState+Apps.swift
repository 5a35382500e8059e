import ExperimentsCore
import ExperimentsOperator
import Foundation

extension DashboardState {
    /// The app under the cursor of their screen.
    var selectedApp: ConnectedApp? {
        guard screen == .apps, list.apps.indices.contains(position.cursor) else { return nil }
        return list.apps[position.cursor]
    }

    /// The apps that pass the filter, in their order.
    func appRows() -> [ConnectedApp] {
        AppList(apps.apps.values, passing: list.filter, by: apps.order, isReversed: apps.isReversed, at: now).apps
    }

    /// Takes what is known of apps now.
    mutating func adopt(_ known: KnownApps) {
        let problem = apps.problem
        let news = apps.take(known)
        tell(news)
        if let new = apps.problem, new != problem {
            say("apps: \(new)", .error, seconds: 12)
        }
        if screen == .apps { rebuildListing() }
    }

    /// Shows which apps have connected or disconnected; if there are many at a time, only their number.
    private mutating func tell(_ news: [AppNews]) {
        let (came, went) = (news.filter { $0.kind == .connected }, news.filter { $0.kind == .gone })
        if came.count + went.count > 3 {
            let words = [(came.count, "connected"), (went.count, "gone")].filter { $0.0 > 0 }
            say(words.map { "\($0.0) apps \($0.1)" }.joined(separator: ", "), .success)
        } else {
            for news in came + went {
                let isGone = news.kind == .gone
                say("\(news.app.title) \(isGone ? "is gone" : "is connected")", isGone ? .warning : .success)
            }
        }
    }

    /// Compares the app under the cursor again, if it, the keys or the overrides have changed.
    mutating func followComparedApp() {
        guard details.isShown, let app = selectedApp else { return }
        if apps.compared?.isCurrent(for: app, self) == true { return }
        apps.compared = ComparedApp(app, self)
    }

    /// Returns the reach of a key's override; nil if there is none, or no app is connected.
    func reach(of name: String) -> OverrideReach? {
        guard apps.connectedCount > 0, !history.isInThePast else { return nil }
        let circumstances = source.report.circumstances(at: now)
        return OverrideReach(of: name, in: apps.apps.values) { app in
            overrides(for: app.id).activeText(for: name, in: circumstances)
        }
    }
}

// Serving apps.
extension DashboardState {
    /// Why serving cannot be started or stopped.
    var reasonNotServing: String? {
        if !apps.canServe { return "no apps can be served here" }
        switch apps.serving {
        case .starting: return "it is being started"
        case .stopping: return "it is being stopped"
        case .off, .serving, .failed: return nil
        }
    }

    mutating func toggleServing() -> [Effect] {
        let serves = apps.serving.address != nil
        apps.serving = serves ? .stopping : .starting
        return [.serveApps(!serves)]
    }

    mutating func adopt(_ serving: ServingStatus) -> [Effect] {
        let before = apps.serving
        apps.serving = serving
        switch serving {
        case .serving(let address):
            let words = project.keyMap.words(.showApps, "shows the apps").map { "; \($0)" } ?? ""
            say("serving apps on \(address.text)\(words)", .success)
            return linkWhatWaits()
        case .failed(let reason):
            apps.wantedLink = nil
            say("apps cannot be served: \(reason)", .error, seconds: 12)
        case .off where before != .off: say("apps are no longer served", .success)
        case .off, .starting, .stopping: break
        }
        return []
    }

    /// Why apps can be neither linked nor kept out.
    var reasonNotLinking: String? { apps.canServe ? nil : "no apps can be linked here" }

    /// The names of the apps that are known, in alphabetical order.
    var appNames: [String] { Set(apps.apps.keys.map(\.app)).sorted() }

    /// Revokes the links of an app, after a yes: every device that has one is let in no more.
    mutating func unlink(_ app: String) -> [Effect] {
        let name = app.trimmingCharacters(in: .whitespaces)
        guard !name.isEmpty else { return [] }
        let devices = apps.apps.values.filter { $0.id.app == name }.map(\.title).sorted()
        panels.push(
            Confirmation(
                lines: Confirmation.lines("Revoke all links of \(name)? It follows no overrides then.", about: devices),
                effects: [.unlinkApp(name)]))
        return []
    }

    /// Makes a link for an app, once apps are served.
    mutating func link(_ app: String) -> [Effect] {
        let name = app.trimmingCharacters(in: .whitespaces)
        guard !name.isEmpty else { return [] }
        apps.wantedLink = name
        if apps.serving.address != nil { return linkWhatWaits() }
        return apps.serving == .starting ? [] : toggleServing()
    }

    private mutating func linkWhatWaits() -> [Effect] {
        guard let name = apps.wantedLink else { return [] }
        apps.wantedLink = nil
        return [.linkApp(name)]
    }

    mutating func adopt(_ answer: AppLinkAnswer) {
        switch answer {
        case .made(let link): panels.push(LinkPanel(link))
        case .refused(let reason): say("no link could be made: \(reason)", .error, seconds: 12)
        }
    }
}
