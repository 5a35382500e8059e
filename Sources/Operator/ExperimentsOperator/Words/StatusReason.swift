import ExperimentsCore

extension ReportRow {
    /// Why the key has its status, in short; nil if the status is enough. For an incorrect value, its problem has more
    /// details.
    package var statusReason: String? {
        switch status {
        case .ok, .override: nil
        case .missing:
            sourceProblem ?? (entry == nil ? "the source has no value" : "the source's value is empty")
        case .incorrect: problem?.reason
        case .default: "the source is set to the app's default"
        case .unknown: "not fetched yet"
        case .undeclared: "not declared"
        }
    }
}
