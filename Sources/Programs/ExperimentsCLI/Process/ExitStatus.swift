/// The exit statuses of the program, for scripts.
enum ExitStatus {
    /// All is well.
    static let success: Int32 = 0
    /// Something failed: the arguments, a file, the network.
    static let failure: Int32 = 1
    /// Two sources that `compare` was asked about hold something else.
    static let different: Int32 = 2
    /// `results` found an experiment that cannot be trusted, or that does harm.
    static let alarming: Int32 = 2
    /// `check` found that what the source holds is not what the keys promise.
    static let contractBroken: Int32 = 2
    /// A change may have been made or not: its answer was lost, and the store does not answer.
    static let outcomeUnknown: Int32 = 3
    /// Rows of a file of events were left out.
    static let rowsLeftOut: Int32 = 2
    /// Totals of events are not what their users say.
    static let totalsDiffer: Int32 = 2
}
