import ExperimentsCore

extension EtcdClient {
    /// Holds a lease for as long as the calling task is not cancelled, and then ends it or lets it run out.
    ///
    /// It is renewed three times as often as it must be. Where it is gone all the same, such as after this machine slept, a
    /// new one is granted, and whoever put keys with the old one is told to put them again.
    ///
    /// - Parameters:
    ///   - seconds: how long it lasts after it is renewed for the last time: after a crash, that is.
    ///   - revokesAtEnd: whether it ends at once with the task; else it runs out.
    ///   - granted: is told of each lease that is granted; what it returns is awaited.
    ///   - failed: is told of each failure. Nothing is lost by one: it is tried again.
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

/// When a lease is renewed. A value: it knows no clock and sends nothing.
struct EtcdLeaseRhythm: Sendable, Hashable {
    /// The lease; nil where there is none, and one is to be granted.
    private(set) var id: EtcdLeaseID?
    private var seconds: Double
    private var isGone = false

    init(seconds: Int64) {
        self.seconds = Double(seconds)
    }

    mutating func granted(_ lease: EtcdLease) {
        (id, seconds, isGone) = (lease.id, Double(lease.seconds), false)
    }

    /// - Parameter lease: nil where it is gone.
    mutating func renewed(_ lease: EtcdLease?) {
        if let lease { granted(lease) } else { (id, isGone) = (nil, true) }
    }

    mutating func failed(_ error: EtcdError) {
        if error.refusal == .leaseGone { (id, isGone) = (nil, true) }
    }

    /// How long to wait before the next request: a third of the lease's time, a little less at random, or nothing where it
    /// has just been found gone.
    func wait(fraction: Double) -> Duration {
        isGone ? .zero : .seconds(max(seconds, 1) / 3 * (1 - fraction / 10))
    }
}
