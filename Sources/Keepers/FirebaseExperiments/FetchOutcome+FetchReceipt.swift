import ExperimentsCore
import FirebaseConfig

extension FetchOutcome {
    /// The outcome of a fetch with the given receipt.
    init(_ receipt: FetchReceipt, activated: Bool) {
        let status: Status =
            switch receipt.status {
            case .updated: .updated
            case .noChange: .unchanged
            case .emptyConfig: .empty
            case .noTemplate: .noTemplate
            case .notAsked: .cached
            }
        // What an earlier fetch brought may be activated by this one.
        self.init(
            status: activated && status == .unchanged ? .updated : status, httpStatus: receipt.httpStatus,
            bytes: receipt.bytes)
    }
}

extension FetchFailure {
    /// The failure in the core's words. The time of the next attempt is separate from the reason.
    init(_ error: FirebaseFetchError) {
        var wasHeldBack = false
        if case .heldBack = error { wasHeldBack = true }
        self.init(
            error.reason, httpStatus: error.httpStatus, bytes: error.bytes, retryAt: error.nextAttempt,
            wasHeldBack: wasHeldBack)
    }
}
