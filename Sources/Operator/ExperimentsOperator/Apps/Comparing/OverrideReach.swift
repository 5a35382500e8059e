import ExperimentsCore
import Foundation
import LinkProtocol

/// The reach of an override: in which of the connected apps it is in force, and why it is not in the others.
package struct OverrideReach: Sendable, Hashable {
    /// An app in which it is not in force.
    package struct Straggler: Sendable, Hashable {
        package let id: AppID
        /// The title of the app.
        package let title: String
        /// The reason, in words.
        package let reason: String
    }

    /// The number of apps in which it is in force.
    package let inForce: Int
    /// The number of connected apps for which it is meant.
    package let total: Int
    /// The other apps, by name.
    package let stragglers: [Straggler]

    /// Finds the reach of a key's override in the connected apps; nil if it is meant for none of them.
    ///
    /// - Parameter text: returns the override's value in an app; nil if it is not meant for that app.
    package init?(of name: String, in apps: some Sequence<ConnectedApp>, text: (ConnectedApp) -> String?) {
        var (inForce, stragglers): (Int, [Straggler]) = (0, [])
        for app in apps where app.isConnected {
            guard let text = text(app) else { continue }
            if let reason = Self.reason(name, text, app: app) {
                stragglers.append(Straggler(id: app.id, title: app.title, reason: reason))
            } else {
                inForce += 1
            }
        }
        guard inForce + stragglers.count > 0 else { return nil }
        (self.inForce, total) = (inForce, inForce + stragglers.count)
        self.stragglers = stragglers.sorted { $0.id < $1.id }
    }

    /// `in force in 3 of 4 apps`.
    package var words: String {
        total == 1
            ? inForce == 1 ? "in force in the app" : "not yet in force in the app"
            : inForce == total ? "in force in all \(total) apps" : "in force in \(inForce) of \(total) apps"
    }

    private static func reason(_ name: String, _ text: String, app: ConnectedApp) -> String? {
        guard let values = app.values else {
            return app.reportedAt == nil ? "has not said yet what it holds" : "its values are no longer in memory"
        }
        guard let there = values[name] else { return "declares no such key" }
        if let next = there.next, next.status == .override, next.holds(text.prefix(bytes: LinkLimits.valueBytes)) {
            return AppComparison.Reason.pending.words
        }
        switch there.status {
        case .override where there.holds(text): return nil
        case .override: return "another override is in force there"
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
