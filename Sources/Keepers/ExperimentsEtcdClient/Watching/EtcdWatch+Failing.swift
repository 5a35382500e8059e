import ExperimentsCore
import ExperimentsTransport

/// The handling of failures.
extension EtcdWatch {
    /// Continues after the stream failed.
    mutating func failed(_ failure: EtcdFailure) -> [Action] {
        if case .live(let since) = phase, now - since >= Self.shortestLife {
            failures = 0
            retry.forget()
        }
        if case .refused(let refusal) = failure {
            switch refusal.kind {
            case .compacted: return [.close, load()]
            case .signInNeeded where mayHaveToSignIn && !hasSignedIn:
                hasSignedIn = true
                activity += 1
                phase = .signingIn
                return [.close, .signIn(activity)]
            default: break
            }
        }
        let error = EtcdError.failed(failure, member: members[endpoint])
        return [.close] + rest(error, reads: false)
    }

    /// Waits before the next attempt.
    ///
    /// - Parameter reads: whether the next attempt must read everything.
    mutating func rest(_ error: EtcdError, reads: Bool) -> [Action] {
        guard case .failed(let failure, _) = error else { return over(error) }
        activity += 1
        failures += 1
        phase = .resting(until: now + wait(after: failure, reads: reads), reads: reads)
        return tell(failure.isRefusal ? .refused(error) : .interrupted(failure))
    }

    /// Returns the wait after a failure, and chooses the next member. While some members were not asked, the next one
    /// is asked immediately. A member that asked clients to wait is not asked before that.
    private mutating func wait(after failure: EtcdFailure, reads: Bool) -> Duration {
        let ending = StreamEnding(failure)
        let isRoundOver = failures >= members.count || failure.isRefusal
        var wait = Duration.zero
        if isRoundOver,
            case .open(let seconds, _) = retry.step(after: ending, at: now.inSeconds, fraction: fraction)
        {
            wait = .seconds(seconds)
        }
        // Members to read from are chosen elsewhere.
        guard !reads else { return wait }
        if case .failed(_, let asked?) = ending {
            let seconds = RetryWait.seconds(
                asked: asked, failures: 1, longest: RetryWait.shortest, fraction: fraction)
            resting[endpoint] = now + .seconds(seconds)
            // It counts for this member, and others may do better.
            wait = min(wait, Self.longestRound)
        }
        let next = (0..<members.count).map { (endpoint + 1 + $0) % members.count }
        let ends = next.map { max(resting[$0] ?? .zero, now + wait) }
        let earliest = ends.min() ?? now + wait
        endpoint = next[ends.firstIndex(of: earliest) ?? 0]
        return earliest - now
    }

    mutating func over(_ error: EtcdError? = nil) -> [Action] {
        phase = .over
        return [.close] + tell(.ended(error ?? .anotherCluster(member: members[endpoint])))
    }

    mutating func tell(_ condition: EtcdWatchCondition) -> [Action] {
        guard condition != self.condition else { return [] }
        self.condition = condition
        return [.tell(.condition(condition))]
    }

    /// Handles the response of a member about missed events.
    mutating func probed(_ number: Int, _ result: Result<EtcdTransactionAnswer, EtcdError>) -> [Action] {
        guard case .live = phase, probes.end(number, at: now) else { return [] }
        switch result {
        case .failure(.anotherCluster(let member)): return over(.anotherCluster(member: member))
        case .failure(.failed(.transport(let error), _)):
            // The network may swallow all there is without a word, for as long as the stream may be silent.
            guard probes.isCutOff(positions.map(\.next), at: now) else { return [] }
            return failed(.transport(error))
        case .failure: return []
        case .success(let answer):
            // A store with an older revision than reported before was restored from a backup.
            let newest = answer.header.revision.following
            guard positions.allSatisfy({ $0.next <= newest }) else { return [.close, load()] }
            let isBehind = zip(positions, answer.reads).contains { position, read in
                read.entries.contains { $0.modRevision >= position.next }
            }
            guard probes.isStalled(isBehind ? positions.map(\.next) : nil, at: now) else { return [] }
            return failed(.stalled)
        }
    }
}

extension EtcdFailure {
    /// Whether a person must correct something first.
    fileprivate var isRefusal: Bool { !mayPass && !isInvalid }
}

extension StreamEnding {
    /// Creates the end of a watch, which has no normal one.
    fileprivate init(_ failure: EtcdFailure) {
        var asked: Duration?
        if case .refused(let refusal) = failure { asked = refusal.wait }
        self =
            failure.isRefusal && asked == nil
            ? .over(failure.description) : .failed(failure.description, retryAfter: asked?.inSeconds)
    }
}

/// Decides when a watch checks for missed events, and what follows from the responses, or from their absence.
struct EtcdProbes: Sendable {
    /// The time of the next request; nil while a response is awaited.
    private(set) var due: Duration?
    private var number = 0
    /// The positions of the ranges when an unreported event was found.
    private var doubt: [Int64]?
    /// The progress of the watches at the time of a request without a response.
    private var silence: [Int64]?

    /// Begins with a stream that has just begun.
    mutating func restart(at now: Duration) {
        number += 1
        due = now + EtcdWatch.probeInterval
        (doubt, silence) = (nil, nil)
    }

    /// Begins to ask.
    ///
    /// - Returns: the number of the question, and the member to ask: another one than is watched, each in its turn, but
    ///   after a question without a response the one that is watched.
    mutating func begin(members: Int, watching: Int) -> (number: Int, endpoint: Int) {
        number += 1
        due = nil
        guard members > 1, silence == nil else { return (number, watching) }
        return (number, (watching + 1 + number % (members - 1)) % members)
    }

    /// Handles the response to a question. Returns false if it is not the awaited one.
    mutating func end(_ number: Int, at now: Duration) -> Bool {
        guard number == self.number, due == nil else { return false }
        due = now + EtcdWatch.probeInterval
        return true
    }

    /// Whether the watch has stalled: for the second time there is an unreported event, and nothing was reported in
    /// between.
    ///
    /// - Parameter positions: the positions of the ranges; nil if everything was reported.
    mutating func isStalled(_ positions: [Int64]?, at now: Duration) -> Bool {
        silence = nil
        if let positions, positions == doubt { return true }
        doubt = positions
        if positions != nil { due = now + EtcdWatch.doubtInterval }
        return false
    }

    /// Whether the watch is cut off: for the second time there is no response, now from the watched member, and nothing
    /// was reported in between.
    ///
    /// - Parameter positions: the positions of the ranges.
    mutating func isCutOff(_ positions: [Int64], at now: Duration) -> Bool {
        if positions == silence { return true }
        silence = positions
        due = now + EtcdWatch.doubtInterval
        return false
    }
}
