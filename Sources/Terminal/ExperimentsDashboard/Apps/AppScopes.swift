import ExperimentsCore
import ExperimentsOperator
import Foundation

// Overrides for one app, or for one installation of it.
extension DashboardState {
    /// The overrides that can be changed: the user's own and the team's, each for everyone, for an app or for an
    /// installation.
    var aims: [OverrideAim] {
        let owners: [OverrideAim.Owner] =
            overriding.teamsOverrides == nil ? [.mine] : OverrideAim.Owner.allCases
        return apps.scopes.flatMap { scope in owners.map { OverrideAim($0, for: scope) } }
    }

    /// Returns the changes that can be made to the overrides of an aim.
    func verbs(for aim: OverrideAim) -> OverrideVerbs {
        guard aim != .mine else { return verbs }
        let all = aim.owner == .mine ? ownOverrides : overriding.teamsOverrides ?? .empty
        return OverrideVerbs(
            own: all[aim.scope], in: source.report.circumstances(at: now), author: overriding.author)
    }

    /// Returns the overrides that apply to an app: those for everyone, covered by narrower ones.
    func overrides(for id: AppID) -> OverrideSet {
        source.report.overrides.overrides(for: id)
    }
}

extension ConnectedApp {
    /// The scope of this installation only.
    var scope: OverrideScope { .installation(app: id.app, id: id.installation) }
}

// The overrides of the app under the cursor.
extension LinkedAppList {
    /// Returns the reason why the app has no own overrides to remove; nil if it has some.
    static func reasonNoOverrides(_ state: DashboardState) -> String? {
        guard let app = selected(state) else { return "no app selected" }
        return state.source.report.overrides[app.scope].isEmpty ? "no overrides for \(app.title) only" : nil
    }

    static func removeOverrides(_ state: DashboardState) -> [Effect] {
        guard let app = selected(state) else { return [] }
        let edit = state.verbs(for: OverrideAim(.mine, for: app.scope)).removeAll().scoped(to: app.scope)
        let count = edit.entries.count
        let what = count == 1 ? "the override" : "the \(count) overrides"
        return state.ask(
            "Remove \(what) for \(app.title) only?", about: edit.entries.keys.sorted(), before: edit)
    }
}

extension AppsState {
    /// The maximum number of installations to offer individually.
    private static let offeredInstallations = 30

    /// The possible scopes of an override: everyone and, for connected apps, each app and each installation.
    var scopes: [OverrideScope] {
        guard connectedCount > 0 else { return [.everyone] }
        let connected = apps.values.filter(\.isConnected).map(\.id).sorted()
        let names = Set(connected.map(\.app)).sorted()
        return [.everyone] + names.map(OverrideScope.app)
            + connected.prefix(Self.offeredInstallations).map {
                .installation(app: $0.app, id: $0.installation)
            }
    }

    /// Returns the words for an aim: the owner and the scope, or only the scope if there is no team.
    func words(for aim: OverrideAim, hasTeam: Bool) -> String {
        guard hasTeam else { return words(for: aim.scope) }
        let owner =
            switch aim.owner {
            case .mine: "me"
            case .team: "the team"
            }
        return aim.scope == .everyone ? owner : "\(owner): \(words(for: aim.scope))"
    }

    /// Returns words for a scope that identify the device.
    private func words(for scope: OverrideScope) -> String {
        switch scope {
        case .everyone: return "everyone"
        case .app(let app): return "\(app), all installations"
        case .installation(let app, let id):
            let known = apps[AppID(app: app, installation: id)]
            return known.map { "\($0.title) only" } ?? "\(scope.words) only"
        }
    }
}
