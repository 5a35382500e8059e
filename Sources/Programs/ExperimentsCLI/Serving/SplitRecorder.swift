import ExperimentResults
import ExperimentsCore
import ExperimentsOperator
import Foundation
import Locks

/// Keeps how the source divides users, beside the events of the server, so that each user is compared with the split that
/// was in force at the time, even if results were not looked at meanwhile.
final class SplitRecorder: Sendable {
    private struct State {
        /// The number of changes of the source's values.
        var changes = 0
        /// The last of these changes that was kept.
        var kept = -1
    }

    private let session: ProjectSession
    private let results: any ExperimentResultsSource
    private let memory = SplitMemory()
    private let state = Mutex(State())

    /// Nil if the project declares no experiments.
    init?(_ session: ProjectSession) {
        guard let results = session.results else { return nil }
        (self.session, self.results) = (session, results)
    }

    /// Keeps the split of now and each later one, for as long as the handles are held.
    func begin() -> [ObservationHandle] {
        let handles = [
            session.service.observe { [weak self] event in
                guard case .snapshotChanged = event, let self else { return }
                state.withLock { $0.changes += 1 }
                keep()
            },
            // There is no place to keep a split before the first event.
            results.watch { [weak self] in self?.keep() },
        ]
        keep()
        return handles
    }

    private func keep() {
        let (change, isKept) = state.withLock { ($0.changes, $0.changes == $0.kept) }
        guard !isKept, session.service.history.lastSuccess != nil else { return }
        Task.detached { [self] in
            let known = memory.known(
                of: session.service, session.currentSource, keys: session.keys, subjects: results.subjects)
            // What cannot be kept now is tried with the next event; who stores events says what is wrong with their file.
            guard (try? await results.keepSplits(known, at: Date())) == true else { return }
            state.withLock { $0.kept = max($0.kept, change) }
        }
    }
}
