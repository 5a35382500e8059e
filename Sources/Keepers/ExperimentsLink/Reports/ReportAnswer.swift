import LinkProtocol

/// The result of sending a report.
enum ReportAnswer: Sendable, Hashable {
    /// The server has it.
    case taken(ReportReceipt)
    /// It is larger than the server takes.
    case tooLarge
    /// The server cannot read it, and would not a second time.
    case unreadable
    /// The server takes no reports, or none of this app.
    case unwanted
    /// It may have arrived or not.
    case lost(LinkFailure)
}
