/// Whether an experiment runs.
package enum ExperimentState: String, Sendable, Hashable, CaseIterable {
    /// It begins later.
    case planned
    /// It has begun, and nobody has come yet.
    case waiting
    /// Users come.
    case running
    /// Nobody came for three days.
    case quiet
}
