import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import Foundation

/// Reads the results for a command, from the project's events or from the demo's.
struct ResultsReading {
    let date: Date
    /// The results of each experiment, in the order of the project file.
    let all: [ExperimentStanding]

    /// - Parameter date: the time of the results; nil for now.
    /// - Throws: `CommandProblem` if no experiments are declared.
    init(demo: Bool, _ settings: Settings, at date: Date?) throws {
        if demo {
            self.date = date ?? DemoPlayback.start + 60
            all = try RehearsedDemoResults().standings(at: self.date)
            return
        }
        self.date = date ?? Date()
        let session = try ProjectSession.opened(settings)
        try session.fetchForResults()
        guard let all = try session.standings(at: self.date, keepingLooks: date == nil) else {
            throw CommandProblem(
                "the project declares no experiments",
                advice: "Declare them under `experiments:` and `metrics:` in the project file, or use --demo.")
        }
        self.all = all
        if date == nil, let reason = session.events?.reasonForNotStoring { StandardError.line("note: \(reason)") }
    }

    /// Returns the requested experiments.
    ///
    /// - Throws: `CommandProblem` for an unknown name.
    func standings(named name: String?) throws(CommandProblem) -> [ExperimentStanding] {
        guard let name else { return all }
        if let match = SpellingSuggestion.match(name, in: all.map(\.name)) { return all.filter { $0.name == match } }
        throw .unknownExperiment(name, among: all.map(\.name))
    }
}

extension ProjectSession {
    /// Fetches what the source knows about experiments. If the source is not available, results are read without it.
    func fetchForResults() throws {
        guard results != nil else { return }
        do {
            try fetch()
        } catch let failure as FetchFailure {
            StandardError.report(failure, as: "note")
        }
    }

    /// Returns the results of the declared experiments, with the fetched values; nil if none are declared.
    func standings(at date: Date, keepingLooks keeps: Bool) throws -> [ExperimentStanding]? {
        guard let results else { return nil }
        let known = SplitMemory().known(of: service, currentSource, keys: keys, subjects: results.subjects)
        return try Progress.wait("Reading events") {
            try await results.standings(at: date, known, keepingLooks: keeps)
        }
    }
}

extension VerdictWord {
    /// The color of the word, in all output.
    var ink: Ink {
        switch self {
        case .better, .safe: .green
        case .worse, .harmful: .red
        case .untrustworthy, .changed: .yellow
        case .undecided, .noDifference, .notYetKnown: .plain
        case .noData, .tooEarly: .dim
        }
    }
}
