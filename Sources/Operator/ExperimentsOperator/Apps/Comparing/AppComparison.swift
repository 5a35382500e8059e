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
    ///   - source: what is known about the source beside its current values.
    ///   - listsSame: whether to include keys that are the same.
    package init(
        of app: ConnectedApp, with report: Report, overrides: OverrideSet,
        source: KnownSource = KnownSource(),
        at now: Date, listsSame: Bool = false
    ) {
        guard let values = app.values else {
            rows = []
            alikeCount = 0
            same = []
            isKnown = false
            return
        }
        isKnown = true
        let circumstances = report.circumstances(at: now)
        let fetch = AppFetch(of: app, comparedWith: report, source)
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
            let difference = AppDifference(row: row, override: override, here: here, fetch: fetch)
            guard let reason = difference.reason(for: there) else {
                alike += 1
                if listsSame { same.append(SameRow(name: row.name, there: there, here: here)) }
                continue
            }
            rows.append(Row(name: row.name, there: there, here: here, reason: reason))
        }
        for there in values.keys where !declared.contains(there.name) && there.status != .undeclared {
            rows.append(Row(name: there.name, there: there, here: nil, reason: .undeclaredHere))
        }
        self.rows = rows
        alikeCount = alike
        self.same = same
    }
}

extension AppComparison {
    /// The reason why an app has another value.
    package enum Reason: Sendable, Hashable {
        /// The app never fetched anything.
        case neverFetched
        /// The app has the value of an older fetch, which the source has changed since.
        case older
        /// The app has the value of a newer fetch than the one here.
        case newer
        /// The app's fetch is older, and the source may give its user another value: either can be the reason.
        case olderOrOtherUser
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
        /// The source gives users different values by its conditions, and the app has another user.
        case otherUser
        /// An experiment decides the value, and the app's user is in another group.
        case otherGroup
        /// The app's source has another value, and why is not known; for example, it may be another environment.
        case otherValue
        /// No key of this name is declared here.
        case undeclaredHere
        /// The app declares no key of this name.
        case undeclaredThere

        /// The reason in words.
        package var words: String {
            switch self {
            case .neverFetched: "never fetched"
            case .older: "has an older fetch"
            case .newer: "has a newer fetch"
            case .olderOrOtherUser: "older fetch or another user"
            case .otherDefault: "built with another default"
            case .overrideMissing: "override not received yet"
            case .overrideLeft: "still overridden there"
            case .pending: "takes effect at the next launch"
            case .missing: "missing in that app"
            case .incorrect(let problem): "incorrect in that app: \(problem)"
            case .otherUser: "another user: a condition decides"
            case .otherGroup: "different group in that app"
            case .otherValue: "different value"
            case .undeclaredHere: "not declared here"
            case .undeclaredThere: "not in this app"
            }
        }

        /// The reason in the words that scripts compare, which never change.
        package var code: String {
            switch self {
            case .older, .olderOrOtherUser: "older than yours"
            case .newer, .otherUser, .otherGroup, .otherValue: "another value"
            case .otherDefault: "reads another default"
            case .overrideMissing: "override not there yet"
            case .overrideLeft: "still overridden there"
            case .pending: "pending until the next start"
            case .missing: "missing there"
            case .incorrect(let problem): "incorrect there: \(problem)"
            case .undeclaredThere: "not declared there"
            case .neverFetched, .undeclaredHere: words
            }
        }
    }
}

extension ReportRow {
    /// The text of the value that the app would get without the override.
    fileprivate var valueTextWithoutOverride: String? {
        guard overrideText != nil else { return valueText }
        return usesDefaultWithoutOverride ? key.schema.defaultText : remoteText
    }
}
