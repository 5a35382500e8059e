extension EtcdClient {
    /// Holds a lease until the calling task is cancelled, and then ends it or lets it expire.
    ///
    /// It is renewed three times as often as necessary. If it is lost nevertheless, for example because this machine
    /// was asleep, a new one is granted, and `granted` is called to put the keys again.
    ///
    /// - Parameters:
    ///   - seconds: the time for which the lease lasts after its last renewal, for example after a crash.
    ///   - revokesAtEnd: whether to end the lease with the task; otherwise it expires.
    ///   - granted: called with each lease that is granted. The hold continues when it returns.
    ///   - failed: called with each failure, after which there is another attempt.
    package func holdLease(
        seconds: Int64, revokesAtEnd: Bool = true, granted: @Sendable (EtcdLeaseID) async -> Void,
        failed: @Sendable (EtcdError) async -> Void = { _ in }
    ) async {
        var rhythm = EtcdLeaseRhythm(seconds: seconds)
        while !Task.isCancelled {
            do {
                if let id = rhythm.id {
                    rhythm.renewed(try await ask(EtcdLeaseRenewal(id)))
                } else {
                    let lease = try await ask(EtcdLeaseGrant(seconds: seconds))
                    rhythm.granted(lease)
                    await granted(lease.id)
                }
            } catch let error as EtcdError {
                rhythm.failed(error)
                await failed(error)
            } catch {
                break
            }
            guard (try? await time.pause(rhythm.wait(fraction: time.fraction()))) != nil else { break }
        }
        guard revokesAtEnd, let id = rhythm.id else { return }
        // This task is cancelled, and would send nothing any more.
        await Task { [self] in _ = try? await revoke(id) }.value
    }
}

/// The times at which a lease is renewed. It is a value that has no clock and sends nothing.
struct EtcdLeaseRhythm: Sendable, Hashable {
    /// The lease; nil if one has yet to be granted.
    private(set) var id: EtcdLeaseID?
    private var seconds: Double
    private var isGone = false

    init(seconds: Int64) {
        self.seconds = Double(seconds)
    }

    mutating func granted(_ lease: EtcdLease) {
        (id, seconds, isGone) = (lease.id, Double(lease.seconds), false)
    }

    /// - Parameter lease: nil if it no longer exists.
    mutating func renewed(_ lease: EtcdLease?) {
        if let lease { granted(lease) } else { (id, isGone) = (nil, true) }
    }

    mutating func failed(_ error: EtcdError) {
        if error.refusal == .leaseGone { (id, isGone) = (nil, true) }
    }

    /// Returns the wait before the next request: a third of the lease's time, reduced a little at random, or nothing if
    /// the lease no longer exists.
    func wait(fraction: Double) -> Duration {
        isGone ? .zero : .seconds(max(seconds, 1) / 3 * (1 - fraction / 10))
    }
}
