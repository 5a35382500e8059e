import ExperimentsCore

/// Which rows of a report are printed, and how.
struct RowChoice {
    /// The rows; nil for all.
    var rows: [ReportRow]?
    /// Whether they stand under the headings of their groups.
    var isGrouped = false
    /// What changed, by key name, where that is asked for: what was is printed, too.
    var changes: [String: SnapshotDifference.Change] = [:]

    /// What the source held before; nil where that is not asked for or there was nothing.
    func was(_ name: String) -> JSONValue? {
        switch changes[name] {
        case .removed(let text), .changed(let text, _): text.map(JSONValue.string) ?? .null
        case .added, nil: nil
        }
    }
}
