import ExperimentsCore

/// The emulator has no such project.
public struct UnknownProject: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What was asked for.
    public let projectID: String
    /// The ids of the projects that there are.
    public let known: [String]

    /// `no project "shop"; there are: demo-shop`.
    public var description: String {
        "no project \"\(projectID)\"; there are: \(known.isEmpty ? "none" : known.joined(separator: ", "))"
    }
}
