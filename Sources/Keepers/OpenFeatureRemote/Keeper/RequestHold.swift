import ExperimentsCore
import ExperimentsTransport
import Foundation

/// Decides when no request is sent. It is a value without a clock, and sends nothing.
///
/// After status 401 or 403, only a person can cause another request, because the server would refuse the same request
/// again. After 429, or any other response that names a time, all requests wait until that time.
struct RequestHold: Sendable {
    /// The longest wait that doubling leads to, in seconds.
    private static let longestWait: TimeInterval = 60

    private var refused: FetchFailure?
    /// The end of the wait, by the steady clock.
    private var wait: (end: Date, failure: FetchFailure)?
    private var refusals = 0

    /// Notes a refusal, and returns the failure with the time of the next attempt.
    ///
    /// - Parameters:
    ///   - words: the server's message.
    ///   - fraction: a random number from 0 up to 1.
    mutating func note(
        _ refusal: EvaluationRefusal, _ words: String, bytes: Int, by clocks: Clocks, fraction: Double
    ) -> FetchFailure {
        var seconds: TimeInterval?
        if refusal.status == 429 || refusal.retryAfter != nil {
            refusals += 1
            seconds = RetryWait.seconds(
                asked: refusal.retryAfter ?? 0, failures: refusals, longest: Self.longestWait,
                fraction: fraction)
        }
        let failure = FetchFailure(
            words, httpStatus: refusal.status, bytes: bytes, retryAt: seconds.map { clocks.now() + $0 })
        refused = refusal.isFinal ? failure : nil
        wait = seconds.map { (clocks.steady() + $0, failure) }
        return failure
    }

    /// Forgets the refusals.
    mutating func noteSuccess() {
        self = RequestHold()
    }

    /// Notes that the context has changed, so that a request that was refused may now be allowed.
    mutating func noteOther() {
        refused = nil
    }

    /// Returns the reason why nothing is sent now; nil if a request may be sent.
    func failure(for trigger: FetchTrigger, by clocks: Clocks) -> FetchFailure? {
        if let wait, clocks.steady() < wait.end {
            return wait.failure.heldBack(until: clocks.date(at: wait.end))
        }
        return trigger == .manual ? nil : refused?.heldBack(until: nil)
    }
}

extension FetchFailure {
    /// The same failure for a request that was not sent.
    fileprivate func heldBack(until retryAt: Date?) -> FetchFailure {
        FetchFailure(summary, httpStatus: httpStatus, retryAt: retryAt, wasHeldBack: true)
    }
}
