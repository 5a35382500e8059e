import ExperimentsCore

extension ReportRow {
    /// Why the key has its status, in a few words, wherever it is shown or printed; nil if the status says everything.
    /// For an incorrect value, its problem says more.
    package var statusReason: String? {
        switch status {
        case .ok: nil
        case .missing: sourceProblem ?? (entry == nil ? "the source has no value" : "the source's value is empty")
        case .incorrect: problem?.reason
        case .override: "an override is in force"
        case .default: "the source says to use the app's default"
        case .unknown: "nothing was fetched yet"
        case .undeclared: "no key declares it"
        }
    }
}
