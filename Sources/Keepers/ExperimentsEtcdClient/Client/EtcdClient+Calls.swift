import ExperimentsTransport

/// Operations that take more than one request, or one to a certain member.
extension EtcdClient {
    /// Reads the content of several ranges, as of one revision.
    ///
    /// - Parameters:
    ///   - revision: the revision to read; nil for the latest.
    ///   - detail: the parts of each key to return.
    /// - Throws: `EtcdError`, or `CancellationError` if the calling task was cancelled.
    package func readAll(
        _ ranges: [EtcdKeyRange], at revision: Int64? = nil, detail: EtcdRead.Detail = .entries
    ) async throws -> EtcdSnapshot {
        var paging = EtcdPaging(ranges, at: revision, detail: detail)
        var restarts = 0
        while let read = paging.next {
            do {
                paging.take(try await ask(read))
            } catch EtcdError.failed(.transport(.bodyTooLarge), _) where paging.shrink() {
                continue
            } catch let error as EtcdError
                where error.refusal == .compacted && revision == nil && restarts < 3
            {
                restarts += 1
                paging.restart()
            }
        }
        guard let snapshot = paging.snapshot else { throw EtcdError.unfit("no keys are named") }
        return snapshot
    }

    /// Makes a change, and sends it again until its result is known.
    ///
    /// - Throws: `EtcdError` if it was certainly not made, or `CancellationError` if the calling task was cancelled.
    package func change(_ change: EtcdChange) async throws -> EtcdOutcome<EtcdChange.Result> {
        let outcome = try await perform(change.transaction).map(change.result)
        guard case .unknown = outcome else { return outcome }
        // A member that takes no more changes may still show the mark. Without a mark, a request that is under way may make
        // the change later.
        let mark = EtcdRead(.key(change.mark), detail: .keys)
        guard let made = try? await askOnce(mark, at: endpoints[endpoint]).entries.first else {
            return outcome
        }
        return .known(.made(revision: made.createRevision))
    }

    /// Requests the status of one member, without asking another in its place.
    ///
    /// - Throws: `EtcdError`, or `CancellationError` if the calling task was cancelled.
    package func status(of endpoint: EtcdEndpoint) async throws -> EtcdStatus {
        try await askOnce(EtcdStatusCall(), at: endpoint)
    }

    /// Asks one member once.
    ///
    /// - Throws: `EtcdError`, or `CancellationError` if the calling task was cancelled.
    func askOnce<Call: EtcdCall>(_ call: Call, at endpoint: EtcdEndpoint) async throws -> Call.Answer {
        do {
            return try await attempt(call, at: endpoint, signIn.token, within: call.attemptTimeout)
        } catch let failure as EtcdFailure {
            throw EtcdError.failed(failure, member: endpoint.description)
        }
    }

    /// Ends a lease immediately, with its keys. It is not an error if the lease no longer exists.
    ///
    /// - Throws: `EtcdError`, or `CancellationError` if the calling task was cancelled.
    package func revoke(_ id: EtcdLeaseID) async throws -> EtcdOutcome<Void> {
        do {
            return try await perform(EtcdLeaseRevocation(id)).map { _ in }
        } catch let error as EtcdError where error.refusal == .leaseGone {
            return .known(())
        }
    }
}
