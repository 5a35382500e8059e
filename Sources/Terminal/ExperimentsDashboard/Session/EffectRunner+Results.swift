import ExperimentResults
import ExperimentsCore
import ExperimentsLocks
import ExperimentsOperator
import Foundation

/// The reading of results while a dashboard is open: where they are, whether a reading is already requested, and the
/// observer of changes.
final class ResultsAtWork: Sendable {
    private struct State {
        var source: (any ExperimentResultsSource)?
        var keys: [CatalogKey]
        /// The experiments of the project behind a source, by the source's name.
        var studies: (source: String?, all: ProjectStudies)?
        var isWanted = false
        var watching: ObservationHandle?
    }

    private let state: Mutex<State>
    /// The queue of readings.
    let work = SerialWork()
    /// The latest splits of the sources.
    let splits = SplitMemory()

    init(_ session: DashboardSession) {
        state = Mutex(State(source: session.results, keys: session.keys))
    }

    var source: (any ExperimentResultsSource)? { state.withLock(\.source) }

    var keys: [CatalogKey] { state.withLock(\.keys) }

    /// Notes a request for a reading.
    ///
    /// - Returns: true if none was requested already. Events come in bursts, and one reading includes everything before
    ///   it.
    func want() -> Bool {
        state.withLock { state in
            defer { state.isWanted = true }
            return !state.isWanted
        }
    }

    /// Notes that a reading begins.
    func begin() { state.withLock { $0.isWanted = false } }

    func keep(_ handle: ObservationHandle?) {
        // The previous observer is released without the lock, because it may be calling back.
        let before = state.withLock { state in
            defer { state.watching = handle }
            return state.watching
        }
        withExtendedLifetime(before) {}
    }

    func take(_ studies: ProjectStudies, of source: String?) {
        state.withLock { $0.studies = (source, studies) }
    }

    /// Returns the experiments of the project behind a source; nil until they are read.
    func studies(of source: String?) -> ProjectStudies? {
        state.withLock { $0.studies.flatMap { $0.source == source ? $0.all : nil } }
    }

    func take(_ update: ResultsUpdate, _ keys: [CatalogKey]) {
        state.withLock { state in
            state.keys = keys
            if case .source(let source) = update { state.source = source }
        }
    }
}

extension EffectRunner {
    /// Posts the results of experiments, now and after each change.
    func followResults() {
        results.keep(results.source?.watch { [weak self] in self?.readResults() })
        readResults()
    }

    /// Reads results for another declaration from now on.
    func followResults(_ update: ResultsUpdate, _ keys: [CatalogKey]) {
        results.take(update, keys)
        if case .source = update { followResults() } else { readResults() }
    }

    /// Asks the warehouse again, even if there are recent answers.
    func askWarehouse() {
        results.work.add { [weak self] in
            await self?.results.source?.askAgain()
            // A reading that was requested before may use earlier answers.
            self?.readResults()
        }
    }

    /// Reads the results again if the values of the source have changed, because its experiments may have changed too.
    func readResults(after event: ServiceEvent) {
        if case .snapshotChanged = event { readResults() }
    }

    /// Reads the results again, including the experiments of the project behind a source.
    func readResults(of studies: ProjectStudies, at source: String?) {
        results.take(studies, of: source)
        readResults()
    }

    /// Reads results and computes the statistics in the background, so that the screen only has to draw them.
    private func readResults() {
        guard results.source != nil, results.want() else { return }
        results.work.add { [weak self] in
            guard let self else { return }
            results.begin()
            guard let source = results.source else { return }
            let now = now()
            let answer: Result<[ExperimentStanding], any Error>
            do {
                var known = results.splits.known(
                    of: service, currentSource, keys: results.keys, subjects: source.subjects)
                if let studies = results.studies(of: currentSource) {
                    (known.undeclared, known.groupNames) = (studies.experiments, studies.groupNames)
                }
                answer = .success(try await source.standings(at: now, known, keepingLooks: true))
            } catch {
                answer = .failure(error)
            }
            post(.to(\.experiments, .read(answer)))
        }
    }
}
