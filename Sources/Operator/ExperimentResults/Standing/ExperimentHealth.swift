/// Whether an experiment's figures can be trusted, in one word for the list.
package enum ExperimentHealth: String, Sendable, Hashable, CaseIterable {
    /// Users came as they should.
    case ok
    /// Users came otherwise than the split says.
    case mismatch
    /// Too many users saw several groups.
    case mixed
    /// Users came to groups that are not declared.
    case strangers
    /// Users came, and none of them did anything that a metric counts.
    case silent
    /// Nobody came.
    case unknown

    /// The word as people read it.
    package var text: String {
        switch self {
        case .ok: "ok"
        case .mismatch: "mismatch"
        case .mixed: "mixed users"
        case .strangers: "odd group"
        case .silent: "no events"
        case .unknown: "—"
        }
    }
}
