import ExperimentsCore
import ExperimentsLinkProtocol
import Foundation

/// A comparison of an app's values with those known here: only the keys that differ, with the reason as far as it is
/// known.
package struct AppComparison: Sendable, Hashable {
    /// A key that differs.
    package struct Row: Sendable, Hashable, Identifiable {
        /// The name of the key.
        package let name: String
        /// The app's value; nil if the app did not report it.
        package let there: ReportedKey?
        /// The value that the app would have with the values known here; nil for a default that is not known.
        package let here: String?
        /// The reason for the difference.
        package let reason: Reason

        package var id: String { name }
    }

    /// A key that is the same.
    package struct SameRow: Sendable, Hashable {
        /// The name of the key.
        package let name: String
        /// The app's value.
        package let there: ReportedKey
        /// The value here; nil if the default is not known.
        package let here: String?
    }

    /// The reason why an app has another value.
    package enum Reason: Sendable, Hashable {
        /// The app never fetched anything.
        case neverFetched
        /// The app's values were fetched before those known here.
        case older
        /// Both use a default, but declare different ones.
        case otherDefault
        /// An override is active here, and has not reached the app.
        case overrideMissing
        /// The override is active in the app, but has been removed here.
        case overrideLeft
        /// The app has the value, and will use it from its next session on.
        case pending
        /// The app's source has no value.
        case missing
        /// The app cannot use the value, for this reason.
        case incorrect(String)
        /// An experiment decides the value, and the app's user is in another group.
        case otherGroup
        /// The app's source has another value, for example because of a condition or another environment.
        case otherValue
        /// No key of this name is declared here.
        case undeclaredHere
        /// The app declares no key of this name.
        case undeclaredThere

        /// The reason in words.
        package var words: String {
            switch self {
            case .neverFetched: "never fetched"
            case .older: "fetched before yours"
            case .otherDefault: "built with another default"
            case .overrideMissing: "override not received yet"
            case .overrideLeft: "still overridden there"
            case .pending: "used from the next start on"
            case .missing: "missing there"
            case .incorrect(let problem): "incorrect there: \(problem)"
            case .otherGroup: "in another group there"
            case .otherValue: "different value"
            case .undeclaredHere: "not declared here"
            case .undeclaredThere: "unknown to this app"
            }
        }

        /// The reason in the words that scripts compare, which never change.
        package var code: String {
            switch self {
            case .older: "older than yours"
            case .otherDefault: "reads another default"
            case .overrideMissing: "override not there yet"
            case .pending: "pending until the next start"
            case .otherGroup, .otherValue: "another value"
            case .undeclaredThere: "not declared there"
            case .neverFetched, .overrideLeft, .missing, .incorrect, .undeclaredHere: words
            }
        }
    }

    /// The keys that differ: the declared ones in order, then the others in alphabetical order.
    package let rows: [Row]
    /// The number of keys that are the same.
    package let alikeCount: Int
    /// The keys that are the same, if requested.
    package let same: [SameRow]
    /// Whether anything is known about the app's values.
    package let isKnown: Bool

    /// Compares an app with a report.
    ///
    /// - Parameters:
    ///   - overrides: the overrides for this app. Only active ones are used.
    ///   - listsSame: whether to include keys that are the same.
    package init(
        of app: ConnectedApp, with report: Report, overrides: OverrideSet, at now: Date, listsSame: Bool = false
    ) {
        guard let values = app.values else {
            (rows, alikeCount, same, isKnown) = ([], 0, [], false)
            return
        }
        isKnown = true
        let circumstances = report.circumstances(at: now)
        let fetchedHere = report.fetchedAt ?? report.snapshot.fetchedAt
        let decided = Set(report.snapshot.experiments.flatMap(\.keys))
        var rows: [Row] = []
        var alike = 0
        var same: [SameRow] = []
        var declared: Set<String> = []
        for row in report.rows where row.isDeclared {
            declared.insert(row.name)
            let override = overrides.activeText(for: row.name, in: circumstances)
            let here = override ?? row.valueTextWithoutOverride
            guard let there = values[row.name] else {
                rows.append(Row(name: row.name, there: nil, here: here, reason: .undeclaredThere))
                continue
            }
            guard
                let reason = Self.reason(
                    there, row: row, override: override, here: here, app: app, fetchedHere: fetchedHere)
            else {
                alike += 1
                if listsSame { same.append(SameRow(name: row.name, there: there, here: here)) }
                continue
            }
            let isOtherGroup = reason == .otherValue && (row.isTracked || decided.contains(row.name))
            rows.append(Row(name: row.name, there: there, here: here, reason: isOtherGroup ? .otherGroup : reason))
        }
        for there in values.keys where !declared.contains(there.name) && there.status != .undeclared {
            rows.append(Row(name: there.name, there: there, here: nil, reason: .undeclaredHere))
        }
        (self.rows, alikeCount, self.same) = (rows, alike, same)
    }

    private static func reason(
        _ there: ReportedKey, row: ReportRow, override: String?, here: String?, app: ConnectedApp,
        fetchedHere: Date?
    ) -> Reason? {
        if let next = there.next {
            // Only the beginning of a long pending text is reported.
            func cut(_ text: String) -> String { text.prefix(bytes: LinkLimits.valueBytes) }
            return reason(
                next, row: row, override: override.map(cut), here: here.map(cut), app: app, fetchedHere: fetchedHere)
                ?? .pending
        }
        if let override {
            if there.status == .override, there.holds(override) { return nil }
            // An override that is broken on purpose is correct if the app finds it broken.
            if there.status == .incorrect, row.key.refuses(override) { return nil }
            return there.status == .incorrect ? .incorrect(there.problem ?? "") : .overrideMissing
        }
        if there.status == .override { return .overrideLeft }
        let isDefaultHere = row.usesDefaultWithoutOverride
        if there.usesDefault, isDefaultHere {
            // A default that is unknown on one side is not a difference.
            guard let here, there.value != nil, !there.holds(here) else { return nil }
            return .otherDefault
        }
        // The value may be the same although the app has it from elsewhere.
        let isAlike = here.map(there.holds) ?? false
        switch there.status {
        case .unknown: return isAlike ? nil : .neverFetched
        case .incorrect: return .incorrect(there.problem ?? "")
        case .missing, .default:
            if let fetched = app.fetchedAt, let fetchedHere, fetched < fetchedHere { return .older }
            return there.status == .missing ? .missing : .otherDefault
        case .ok, .undeclared, .override:
            if isAlike { return nil }
            if let fetched = app.fetchedAt, let fetchedHere, fetched < fetchedHere { return .older }
            return .otherValue
        }
    }
}

extension CatalogKey {
    fileprivate func refuses(_ text: String) -> Bool {
        do throws(IncorrectValue) {
            try check(text)
            return false
        } catch {
            return true
        }
    }
}

extension ReportRow {
    /// The text of the value that the app would get without the override.
    fileprivate var valueTextWithoutOverride: String? {
        guard overrideText != nil else { return valueText }
        return usesDefaultWithoutOverride ? key.schema.defaultText : remoteText
    }

    /// Whether the app would get its default if there were no override.
    fileprivate var usesDefaultWithoutOverride: Bool {
        guard overrideText != nil else { return usesDefault }
        guard let text = remoteText else { return true }
        return key.refuses(text)
    }
}

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
            return app.reportedAt == nil ? "has not reported its values yet" : "its values are no longer in memory"
        }
        guard let there = values[name] else { return AppComparison.Reason.undeclaredThere.words }
        if let next = there.next, next.status == .override, next.holds(text.prefix(bytes: LinkLimits.valueBytes)) {
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
