import ExperimentsCore
import Foundation
import LinkProtocol

/// A key that is missing or incorrect in an app.
package struct AppFinding: Sendable, Hashable {
    package let app: AppID
    /// The title of the app.
    package let title: String
    /// The name of the key; nil if only the number of keys is known.
    package let key: String?
    /// `missing` or `incorrect`.
    package let status: KeyStatus
    /// The problem, in words.
    package let message: String

    /// Returns the problems in apps, app by app.
    package static func findings(in apps: some Sequence<ConnectedApp>) -> [AppFinding] {
        apps.sorted { $0.id < $1.id }.flatMap { app in
            guard let values = app.values else { return unnamed(app) }
            return values.keys.compactMap { key in
                switch key.status {
                case .missing: finding(app, key: key, message: "the app's source has no value")
                case .incorrect: finding(app, key: key, message: key.problem ?? "the app cannot use it")
                case .ok, .override, .default, .undeclared, .unknown: nil
                }
            }
        }
    }

    private static func finding(_ app: ConnectedApp, key: ReportedKey, message: String) -> AppFinding {
        AppFinding(app: app.id, title: app.title, key: key.name, status: key.status, message: message)
    }

    /// Returns the findings about an app whose values are no longer in memory, of which only the numbers are known.
    private static func unnamed(_ app: ConnectedApp) -> [AppFinding] {
        [(KeyStatus.missing, app.counts.missing), (.incorrect, app.counts.incorrect)].compactMap { status, count in
            guard count > 0 else { return nil }
            let message = count == 1 ? "1 key; its name is not kept" : "\(count) keys; their names are not kept"
            return AppFinding(app: app.id, title: app.title, key: nil, status: status, message: message)
        }
    }
}
