/// The exit statuses of the program, for scripts.
enum ExitStatus {
    /// Success.
    static let success: Int32 = 0
    /// Something failed: the arguments, a file, the network.
    static let failure: Int32 = 1
    /// A signal ended the program while it waited.
    static let interrupted: Int32 = 130
    /// `compare` found differences between two sources.
    static let different: Int32 = 2
    /// `results` found an experiment that cannot be trusted, or that does harm.
    static let alarming: Int32 = 2
    /// `results` found a group that is better, but not known to be safe.
    static let unsafe: Int32 = 3
    /// `rollout step` gave all users the old value.
    static let takenBack: Int32 = 2
    /// `check` found missing or incorrect values.
    static let contractBroken: Int32 = 2
    /// It is unknown whether a change was made: the answer was lost, and the store does not respond.
    static let outcomeUnknown: Int32 = 3
    /// Rows of a file of events were left out.
    static let rowsLeftOut: Int32 = 2
    /// Stored totals of events do not match the events of users.
    static let totalsDiffer: Int32 = 2
}
