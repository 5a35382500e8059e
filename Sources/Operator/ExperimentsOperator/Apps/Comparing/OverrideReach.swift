import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation

/// The reach of an override: the connected apps in which it is active, and the reasons why it is not active in others.
package struct OverrideReach: Sendable, Hashable {
    /// An app in which it is not active.
    package struct Straggler: Sendable, Hashable {
        package let id: AppID
        /// The title of the app.
        package let title: String
        /// The reason, in words.
        package let reason: String
    }

    /// The number of apps in which it is active.
    package let active: Int
    /// The number of connected apps that it is for.
    package let total: Int
    /// The other apps, by name.
    package let stragglers: [Straggler]

    /// Determines the reach of a key's override in the connected apps; nil if it is for none of them.
    ///
    /// - Parameter text: returns the override's value in an app; nil if it is not for that app.
    package init?(of name: String, in apps: some Sequence<ConnectedApp>, text: (ConnectedApp) -> String?) {
        var (active, stragglers): (Int, [Straggler]) = (0, [])
        for app in apps where app.isConnected {
            guard let text = text(app) else { continue }
            if let reason = Self.reason(name, text, app: app) {
                stragglers.append(Straggler(id: app.id, title: app.title, reason: reason))
            } else {
                active += 1
            }
        }
        guard active + stragglers.count > 0 else { return nil }
        (self.active, total) = (active, active + stragglers.count)
        self.stragglers = stragglers.sorted { $0.id < $1.id }
    }

    /// `active in 3 of 4 apps`.
    package var words: String {
        switch (active, total) {
        case (1, 1): "active in the app"
        case (_, 1): "not active in the app yet"
        case (2, 2): "active in both apps"
        case (total, _): "active in all \(total) apps"
        default: "active in \(active) of \(total) apps"
        }
    }

    private static func reason(_ name: String, _ text: String, app: ConnectedApp) -> String? {
        guard let values = app.values else {
            return app.reportedAt == nil
                ? "has not reported its values yet" : "its values are no longer in memory"
        }
        guard let there = values[name] else { return AppComparison.Reason.undeclaredThere.words }
        if let next = there.next, next.status == .override,
            next.holds(text.prefix(bytes: LinkLimits.valueBytes))
        {
            return AppComparison.Reason.pending.words
        }
        switch there.status {
        case .override where there.holds(text): return nil
        case .override: return "another override is active there"
        case .incorrect: return AppComparison.Reason.incorrect(there.problem ?? "").words
        default: return AppComparison.Reason.overrideMissing.words
        }
    }
}

extension OverrideSet {
    /// Returns the overrides for an app: those for everyone, with narrower ones above them.
    package func overrides(for id: AppID) -> OverrideSet {
        let scope = OverrideScope.installation(app: id.app, id: id.installation)
        var set = self[.everyone]
        for narrower in scope.reaching.dropFirst() {
            for (name, override) in self[narrower].entries { set[name] = override }
        }
        return set
    }
}
