import ExperimentsProject

/// A project file as it was read while a dashboard was open.
struct ProjectReading: Sendable {
    /// What it says.
    let project: Project
    /// The fields that need a new start to count.
    let laterFields: [String]
}
