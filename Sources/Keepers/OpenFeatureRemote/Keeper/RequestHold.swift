import ExperimentsCore
import ExperimentsTransport
import Foundation

/// When no evaluation is asked for although somebody wants it. A value: it knows no clock and sends nothing.
///
/// After 401 and 403 only a person asks again: the server would refuse the same request for ever. After 429, and whatever
/// else names a time, everybody waits for that time.
struct RequestHold: Sendable {
    private var refused: FetchFailure?
    private var wait: (since: Date, failure: FetchFailure)?
    private var refusals = 0

    /// Notes that the server said no at `now`, and gives the failure with the time of the next try.
    ///
    /// - Parameters:
    ///   - words: what the server said.
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

    /// Forgets what the server refused.
    mutating func noteSuccess() {
        self = RequestHold()
    }

    /// Somebody else is asked for: what was refused may be allowed now.
    mutating func noteOther() {
        refused = nil
    }

    /// Why nothing is sent at `now`; nil where it is. A clock that was moved back to before a wait began ends it.
    func failure(for trigger: FetchTrigger, at now: Date) -> FetchFailure? {
        if let wait, let retryAt = wait.failure.retryAt, now >= wait.since, now < retryAt {
            return wait.failure.heldBack
        }
        return trigger == .manual ? nil : refused?.heldBack
    }
}

extension FetchFailure {
    /// The same, of a request that was not sent.
    fileprivate var heldBack: FetchFailure {
        FetchFailure(summary, httpStatus: httpStatus, retryAt: retryAt, wasHeldBack: true)
    }
}
