import ExperimentResults
import ExperimentsCore
import Foundation
import Synchronization

/// What reading results needs while a dashboard is open.
struct ResultsAtWork: Sendable {
    let source: (any ExperimentResultsSource)?
    let state = ResultsWorkState()
    /// One reading after the other.
    let work = SerialWork()

    init(_ session: DashboardSession) {
        source = session.results
    }
}

/// Whether a reading is wanted already, and who tells of changes.
final class ResultsWorkState: Sendable {
    private let isWanted = Mutex(false)
    private let watching = Mutex<ObservationHandle?>(nil)

    /// Notes that a reading is wanted.
    ///
    /// - Returns: whether none was: events come in crowds, and one reading sees all that came before it.
    func want() -> Bool {
        isWanted.withLock { wanted in
            defer { wanted = true }
            return !wanted
        }
    }

    /// A reading begins.
    func begin() { isWanted.withLock { $0 = false } }

    func keep(_ handle: ObservationHandle) { watching.withLock { $0 = handle } }
}

extension EffectRunner {
    /// Tells what experiments came to, now and whenever something came in.
    func followResults() {
        guard let source = results.source else { return }
        results.state.keep(source.watch { [weak self] in self?.readResults() })
        readResults()
    }

    /// Reads beside the loop, statistics and all: the screen only draws what they say.
    private func readResults() {
        guard let source = results.source, results.state.want() else { return }
        results.work.add { [weak self] in
            guard let self else { return }
            results.state.begin()
            let now = now()
            let answer: ResultsAnswer
            do {
                let known = KnownExperiments(service.snapshot, keys: keys)
                answer = .read(
                    ExperimentStandings(try await source.standings(at: now, known, keepingLooks: true)))
            } catch {
                answer = ResultsAnswer(failure: error)
            }
            post(.resultsRead(answer, at: now))
        }
    }
}
