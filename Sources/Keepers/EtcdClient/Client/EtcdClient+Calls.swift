import ExperimentsCore
import ExperimentsTransport

/// What takes more than one request, or one of a certain member.
extension EtcdClient {
    /// Reads everything in some ranges, as of one revision.
    ///
    /// - Parameters:
    ///   - revision: the one to read at; nil for the newest.
    ///   - detail: how much of each key is wanted.
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

    /// Makes a change, and sends it again until it is known what came of it.
    ///
    /// - Throws: `EtcdError` where it was surely not made, or `CancellationError` if the calling task was cancelled.
    package func change(_ change: EtcdChange) async throws -> EtcdOutcome<EtcdChange.Result> {
        try await perform(change.transaction).map(change.result)
    }

    /// Finds out what came of a change whose outcome was unknown.
    ///
    /// - Returns: the revision that it made; nil where it was not made. A change that is still under way may yet be made,
    ///   so ask this once the members answer again.
    /// - Throws: `EtcdError`, or `CancellationError` if the calling task was cancelled.
    package func revision(of change: EtcdChange) async throws -> Int64? {
        try await ask(EtcdRead(.key(change.mark), detail: .keys)).entries.first?.createRevision
    }

    /// Asks one member how it is, and no other in its place.
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
            return try await attempt(call, at: endpoint, signIn.token)
        } catch let failure as EtcdFailure {
            throw EtcdError.failed(failure, member: endpoint.description)
        }
    }

    /// Lets a lease end at once, with its keys. One that is gone already is no error.
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
