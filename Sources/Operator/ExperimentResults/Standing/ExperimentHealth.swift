/// Whether an experiment's figures can be trusted, in one word for the list.
package enum ExperimentHealth: String, Sendable, Hashable, CaseIterable {
    /// The users were divided as intended.
    case ok
    /// The users were not divided as intended.
    case mismatch
    /// Too many users saw several groups.
    case mixed
    /// There are users in groups that are not declared.
    case strangers
    /// There are users, but none of them had an event that a metric counts.
    case silent
    /// There are no users yet.
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
