import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation

/// The apps as a list shows them, in some order and passing a filter.
package struct AppList: Sendable {
    /// The order of a list of apps.
    package enum Order: String, Sendable, Hashable, CaseIterable {
        /// Connected apps first, then by the time of the last contact.
        case seen
        case app
        case version
        case device
        case system
        case overrides
        case missing
        case incorrect
        case roundTrip = "round trip"
    }

    /// The apps, in order.
    package let apps: [ConnectedApp]

    /// - Parameter filter: the filter for the apps.
    package init(
        _ apps: some Sequence<ConnectedApp>, passing filter: Filter = Filter(), by order: Order = .seen,
        isReversed: Bool = false, at now: Date
    ) {
        let chosen = filter.isEmpty ? Array(apps) : apps.filter { filter.passes($0.subject, now: now) }
        let ordered = chosen.sorted { order.precedes($0, $1) }
        self.apps = isReversed ? ordered.reversed() : ordered
    }
}

extension AppList.Order {
    fileprivate func precedes(_ left: ConnectedApp, _ right: ConnectedApp) -> Bool {
        func more(_ count: KeyPath<AppCounts, Int>) -> Bool? {
            differing(right.counts, left.counts, by: count)
        }
        let isBefore: Bool? =
            switch self {
            case .seen:
                left.isConnected != right.isConnected
                    // Connected apps do not move in the list when they send reports.
                    ? left.isConnected : left.isConnected ? nil : differing(right, left, by: \.lastSeen)
            case .app: nil
            case .version: differing(left.identity, right.identity, by: \.version, numerically: true)
            case .device: differing(left.identity, right.identity, by: \.device)
            case .system: differing(left.identity, right.identity, by: \.system, numerically: true)
            case .overrides: more(\.overrides)
            case .missing: more(\.missing)
            case .incorrect: more(\.incorrect)
            case .roundTrip:
                (left.roundTrip ?? 0) == (right.roundTrip ?? 0)
                    ? nil : (left.roundTrip ?? 0) > (right.roundTrip ?? 0)
            }
        return isBefore ?? (left.id < right.id)
    }

    private func differing<Subject>(
        _ left: Subject, _ right: Subject, by value: KeyPath<Subject, some Comparable>
    ) -> Bool? {
        left[keyPath: value] == right[keyPath: value] ? nil : left[keyPath: value] < right[keyPath: value]
    }

    private func differing<Subject>(
        _ left: Subject, _ right: Subject, by text: KeyPath<Subject, String?>, numerically: Bool = false
    ) -> Bool? {
        let (left, right) = (left[keyPath: text] ?? "", right[keyPath: text] ?? "")
        guard left != right else { return nil }
        guard numerically else { return left < right }
        return switch left.compare(right, options: .numeric) {
        case .orderedAscending: true
        case .orderedDescending: false
        case .orderedSame: left < right
        }
    }
}

extension ConnectedApp {
    /// The properties of the app for a filter.
    package var subject: FilterSubject {
        var subject = FilterSubject(
            names: [id.app, id.installation],
            texts: [
                identity.version, identity.build, identity.device, identity.system, sourceVersion,
                isConnected ? "connected" : "gone",
            ].compactMap(\.self) + doings.compactMap(\.subject),
            group: id.app, changedAt: lastSeen)
        // The worst that is the matter with it: `status:missing` finds apps that miss something.
        subject.status =
            counts.incorrect > 0
            ? .incorrect
            : counts.missing > 0
                ? .missing
                : counts.overrides > 0 ? .override : reportedAt == nil ? .unknown : .ok
        return subject
    }
}

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

    /// Returns the findings about an app whose values are no longer in memory, for which only the counts are known.
    private static func unnamed(_ app: ConnectedApp) -> [AppFinding] {
        [(KeyStatus.missing, app.counts.missing), (.incorrect, app.counts.incorrect)].compactMap {
            status, count in
            guard count > 0 else { return nil }
            let message = count == 1 ? "1 key (name not stored)" : "\(count) keys (names not stored)"
            return AppFinding(app: app.id, title: app.title, key: nil, status: status, message: message)
        }
    }
}
