import ExperimentsCore
import Foundation

/// The common data of a list's keys, for its columns. It is created once for all rows.
package final class ListedKeys: Sendable {
    package let report: Report
    package let scope: KeyScope
    package let now: Date
    package let localTime: LocalTime
    /// Returns when the value of a key last changed.
    package let dateOfChange: @Sendable (_ name: String) -> Date?
    /// Returns the name of the layer of a key's override.
    package let layerName: @Sendable (_ name: String) -> String

    package init(
        _ report: Report, scope: KeyScope = .all, now: Date = .distantPast, localTime: LocalTime = .utc,
        dateOfChange: @escaping @Sendable (_ name: String) -> Date? = { _ in nil },
        layerName: @escaping @Sendable (_ name: String) -> String = { _ in "" }
    ) {
        self.report = report
        self.scope = scope
        self.now = now
        self.localTime = localTime
        self.dateOfChange = dateOfChange
        self.layerName = layerName
    }

    /// An empty list, for columns that only need the row.
    package static let none = ListedKeys(
        Report(keys: [], snapshot: .empty, overrides: .empty, at: .distantPast))
}

/// A key of a list, as its columns see it.
package struct ListedKey {
    package let list: ListedKeys
    package let name: String
    /// The row of the report; nil for a key that only an override names.
    package let row: ReportRow?
    /// The key's override, active or not.
    package let override: ExperimentsCore.Override?

    package init(_ name: String, _ row: ReportRow?, override: ExperimentsCore.Override?, in list: ListedKeys)
    {
        self.name = name
        self.row = row
        self.override = override
        self.list = list
    }

    /// When its value last changed.
    package var dateOfChange: Date? { list.dateOfChange(name) }

    /// Its status: in a list of overrides that of the override.
    package var status: Status {
        if list.scope == .overrides, let override {
            let warning = list.report.warnings(on: override, of: name, row: row, at: list.now).first
            if warning == .expired { return .expired }
            if !override.isEnabled { return .off }
            return warning.map(Status.warning) ?? .key(.override)
        }
        return row.map { .key($0.status) } ?? .orphan
    }

    /// A word for a key in a list.
    package enum Status: Sendable {
        case key(KeyStatus)
        /// An override that has ended, is off, or has a warning.
        case expired, off
        case warning(OverrideWarning)
        /// An override of a name that is otherwise unknown.
        case orphan

        package var word: String {
            switch self {
            case .key(let status): status.rawValue
            case .expired: "expired"
            case .off: "off"
            case .warning(let warning): warning.word
            case .orphan: "orphan"
            }
        }
    }
}

extension ReportRow {
    /// The supplier of the effective value, in one word, or by the name that the source gives.
    package var sourceWord: String {
        if overrideText != nil { return usesDefault ? "default" : "override" }
        return usesDefault ? "default" : entry?.supplier ?? "source"
    }
}
