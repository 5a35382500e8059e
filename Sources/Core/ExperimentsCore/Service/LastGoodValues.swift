import ExperimentsLocks
import Foundation

/// Stores the last content of a service's source, and restores it if the source cannot be reached.
package final class LastGoodValues: Sendable {
    private struct State {
        var keeper: (any RestorableKeeper)?
        var file: SourceCopyFile?
        /// The user whose content is stored, if it depends on the user.
        var context: SourcePersona?
        /// The values of other users, if the content depends on the user.
        var contexts: LastGoodContexts?
        /// Called with a problem of the file, once for each.
        var tell: @Sendable (FileProblem) -> Void = { _ in }
        var told: FileProblem?
        var restoredAt: Date?
        var observation: ObservationHandle?
    }

    /// The shortest time, in seconds, after which a copy with the same content is written again, for its time.
    private static let confirmationPause: TimeInterval = 60

    private let state = Mutex(State())
    /// The last written copy. Held while a copy is written.
    private let written = Mutex<Written?>(nil)

    private struct Written {
        let content: ContentHash
        let version: String?
        let fetchedAt: Date

        init(_ copy: SourceCopy) {
            content = ContentHash(copy.content)
            version = copy.version
            fetchedAt = copy.fetchedAt
        }

        /// Returns whether a newer copy has no news, so that this one is enough.
        func isEnough(for copy: Written) -> Bool {
            content == copy.content && version == copy.version
                && abs(copy.fetchedAt.timeIntervalSince(fetchedAt)) < LastGoodValues.confirmationPause
        }
    }

    init() {}

    /// The time at which the restored values were fetched; nil if none were restored.
    package var restoredAt: Date? { state.withLock(\.restoredAt) }

    /// Stores each new content of the service's source in a file from now on. Does nothing for a source that stores its
    /// values itself.
    ///
    /// - Parameter tell: called once with each problem of the file. Values do not depend on it.
    package func use(
        _ file: SourceCopyFile, of service: RemoteConfigService,
        tell: @escaping @Sendable (FileProblem) -> Void
    ) {
        guard let keeper = service.keeper as? any RestorableKeeper else { return }
        let observation = service.observe { [weak self] event in
            switch event {
            case .fetchFinished(let record) where record.failure == nil:
                self?.store(confirmedAt: record.startedAt)
            case .snapshotChanged: self?.store(confirmedAt: nil)
            default: break
            }
        }
        state.withLock { state in
            (state.keeper, state.file, state.context) = (keeper, file, keeper.copiedContext)
            (state.tell, state.observation) = (tell, observation)
            guard keeper.copiedContext != nil else { return }
            state.contexts = LastGoodContexts(file.ofContexts) { [weak self] in self?.report($0) }
        }
    }

    /// Continues with the stored content, unless something was fetched already.
    ///
    /// - Returns: whether there are values now.
    @discardableResult
    package func restore() -> Bool {
        let (keeper, file, context) = state.withLock { ($0.keeper, $0.file, $0.context) }
        guard let keeper, let file else { return false }
        guard keeper.snapshot.fetchedAt == nil else { return true }
        guard keeper.copiedContext == context else { return false }
        do {
            guard let copy = try file.read(for: context) else { return false }
            state.withLock { $0.restoredAt = copy.fetchedAt }
            written.withLock { $0 = $0 ?? Written(copy) }
            try keeper.restore(copy)
        } catch {
            state.withLock { $0.restoredAt = nil }
            let message = "the stored values cannot be used: \(FetchFailure.summary(of: error))"
            report(
                error as? FileProblem
                    ?? FileProblem(path: file.path, message: message, advice: SourceCopyFile.advice))
        }
        return keeper.snapshot.fetchedAt != nil
    }

    /// Stores the decision of the source's server for another context than the service's own.
    package func keep(_ snapshot: Snapshot, for context: SourcePersona) {
        state.withLock(\.contexts)?.keep(snapshot, for: context)
    }

    /// Returns the last decision of the server for a context; nil if it is not known.
    package func snapshot(for context: SourcePersona) -> Snapshot? {
        state.withLock(\.contexts)?.snapshot(for: context)
    }

    /// Waits until all pending values are stored.
    package func finish() { state.withLock(\.contexts)?.finish() }

    private func store(confirmedAt: Date?) {
        let (keeper, file, context) = state.withLock { ($0.keeper, $0.file, $0.context) }
        guard let keeper, let file, keeper.copiedContext == context, var copy = keeper.copy() else { return }
        if let confirmedAt { copy.fetchedAt = max(copy.fetchedAt, confirmedAt) }
        let problem = written.withLock { written -> FileProblem? in
            let new = Written(copy)
            if let written, written.isEnough(for: new) { return nil }
            do throws(FileProblem) {
                try file.write(copy, for: context)
                written = new
                return nil
            } catch {
                return error
            }
        }
        if let problem { report(problem) } else { state.withLock { $0.told = nil } }
    }

    private func report(_ problem: FileProblem) {
        let tell = state.withLock { state in
            defer { state.told = problem }
            return state.told == problem ? nil : state.tell
        }
        tell?(problem)
    }
}

extension RemoteConfigService {
    /// The storage of the last good values of the source.
    package var lastGood: LastGoodValues { attachment { LastGoodValues() } }

    /// The time at which the values were last known to be those of the source, if the source cannot be reached now; nil
    /// if it can, or if there are no values.
    package var staleSince: Date? {
        guard let fetchedAt = snapshot.fetchedAt, keeper.liveStatus != .live else { return nil }
        let last = history.last
        guard last?.failure != nil || (last == nil && lastGood.restoredAt != nil) else { return nil }
        return history.lastSuccess.map { max($0.startedAt, fetchedAt) } ?? fetchedAt
    }
}
