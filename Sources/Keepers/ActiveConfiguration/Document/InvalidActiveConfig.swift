import ExperimentsCore

/// A document that is refused as a configuration. What was in force before stays in force.
public struct InvalidActiveConfig: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// Everything that is wrong with the document, in its order; at least one problem is of severity `refused`.
    public let problems: [ActiveConfigProblem]

    /// The first problems that refuse the document, and how many more there are.
    public var description: String {
        let refused = problems.filter { $0.severity == .refused }
        let shown = refused.prefix(3).map(\.description).joined(separator: "; ")
        return refused.count > 3 ? shown + "; and \(refused.count - 3) more" : shown
    }
}
