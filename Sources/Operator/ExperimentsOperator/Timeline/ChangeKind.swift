import ExperimentsCore

/// The change that the last fetch that changed anything made to a name.
package enum ChangeKind: Sendable, Hashable {
    case added, changed, removed

    package init(_ change: SnapshotDifference.Change) {
        self =
            switch change {
            case .added: .added
            case .changed: .changed
            case .removed: .removed
            }
    }

    /// The mark before a row.
    package var sign: String {
        switch self {
        case .added: "+"
        case .changed: "Δ"
        case .removed: "-"
        }
    }
}
