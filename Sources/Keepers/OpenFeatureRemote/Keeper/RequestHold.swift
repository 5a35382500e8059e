import ExperimentsCore
import ExperimentsTransport
import Foundation

/// Decides when no request is sent. It is a value without a clock, and sends nothing.
///
/// After status 401 or 403, only a person can cause another request, because the server would refuse the same request
/// again. After 429, or any other answer that names a time, all requests wait until that time.
struct RequestHold: Sendable {
    private var refused: FetchFailure?
    private var wait: (since: Date, failure: FetchFailure)?
    private var refusals = 0

    /// Notes a refusal at `now`, and returns the failure with the time of the next attempt.
    ///
    /// - Parameters:
    ///   - words: the message of the server.
    ///   - fraction: a random number from 0 up to 1.
    mutating func note(
        _ refusal: EvaluationRefusal, _ words: String, bytes: Int, at now: Date, fraction: Double
    ) -> FetchFailure {
        var retryAt: Date?
        if refusal.status == 429 || refusal.retryAfter != nil {
            refusals += 1
            let seconds = RetryWait.seconds(
                asked: refusal.retryAfter ?? 0, failures: refusals, longest: StreamBackoff.longestWait,
                fraction: fraction)
            retryAt = now.addingTimeInterval(seconds)
        }
        let failure = FetchFailure(words, httpStatus: refusal.status, bytes: bytes, retryAt: retryAt)
        refused = refusal.isFinal ? failure : nil
        wait = retryAt == nil ? nil : (now, failure)
        return failure
    }

    /// Forgets the refusals.
    mutating func noteSuccess() {
        self = RequestHold()
    }

    /// Notes that the context has changed, so that a refused request may be allowed now.
    mutating func noteOther() {
        refused = nil
    }

    /// Returns the reason why nothing is sent at `now`; nil if a request may be sent. If the clock was set back to
    /// before a wait began, the wait is over.
    func failure(for trigger: FetchTrigger, at now: Date) -> FetchFailure? {
        if let wait, let retryAt = wait.failure.retryAt, now >= wait.since, now < retryAt {
            return wait.failure.heldBack
        }
        return trigger == .manual ? nil : refused?.heldBack
    }
}

extension FetchFailure {
    /// The same failure for a request that was not sent.
    fileprivate var heldBack: FetchFailure {
        FetchFailure(summary, httpStatus: httpStatus, retryAt: retryAt, wasHeldBack: true)
    }
}
