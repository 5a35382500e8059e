import ExperimentsCore

/// Why a configuration could not be read from where it is kept, or kept there.
public struct ActiveConfigStoreProblem: Error, Sendable, Hashable, CustomStringConvertible, OperatorError {
    /// What is wrong, where, and what became of it.
    public let description: String

    init(_ description: String) {
        self.description = description
    }

    /// Any error of a store.
    init(_ error: any Error) {
        self = error as? ActiveConfigStoreProblem ?? ActiveConfigStoreProblem(String(describing: error))
    }
}
