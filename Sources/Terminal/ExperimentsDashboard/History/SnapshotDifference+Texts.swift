import ExperimentsCore

extension SnapshotDifference.Change {
    /// The texts of the value before and after the change.
    var texts: [String] {
        switch self {
        case .added(let text), .removed(let text): [text].compactMap(\.self)
        case .changed(let old, let new): [old, new].compactMap(\.self)
        }
    }
}
