import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject
import Foundation

/// Reads the results for a command, from the project's events or from the demo's.
struct ResultsReading {
    let date: Date
    /// The standing of each experiment, in the order of the project file.
    let all: [ExperimentStanding]

    /// - Parameter date: nil for now.
    /// - Throws: `CommandProblem` where no experiments are declared.
    init(demo: Bool, _ settings: Settings, at date: Date?) throws {
        if demo {
            self.date = date ?? DemoPlayback.start + 60
            all = try RehearsedDemoResults().standings(at: self.date)
            return
        }
        self.date = date ?? Date()
        let session = try ProjectSession.opened(settings)
        guard let results = session.results else {
            throw CommandProblem(
                "the project declares no experiments",
                advice: "Declare them under `experiments:` and `metrics:` in the project file, or use --demo.")
        }
        // The source's knowledge helps, but results are read without it, too, if the source cannot be asked.
        do {
            try session.fetch()
        } catch let failure as FetchFailure {
            StandardError.report(failure, as: "note")
        }
        let known = SplitMemory().known(
            of: session.service, session.currentSource, keys: session.keys, subjects: results.subjects)
        let (time, keeps) = (self.date, date == nil)
        all = try Progress.wait("Reading events") {
            try await results.standings(at: time, known, keepingLooks: keeps)
        }
    }

    /// Those that are asked for.
    ///
    /// - Throws: `CommandProblem` for a name that none has.
    func standings(named name: String?) throws(CommandProblem) -> [ExperimentStanding] {
        guard let name else { return all }
        if let match = SpellingSuggestion.match(name, in: all.map(\.name)) { return all.filter { $0.name == match } }
        throw .unknownExperiment(name, among: all.map(\.name))
    }
}

extension VerdictWord {
    /// The colour of the word, wherever it is printed.
    var ink: Ink {
        switch self {
        case .better: .green
        case .worse, .harmful: .red
        case .untrustworthy: .yellow
        case .undecided, .noDifference: .plain
        case .noData, .tooEarly: .dim
        }
    }
}
