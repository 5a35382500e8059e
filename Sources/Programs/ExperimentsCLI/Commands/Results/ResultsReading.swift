import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsProject
import Foundation

/// Reads the results for a command, from the project's events or from the demo's.
struct ResultsReading {
    let date: Date
    /// The results of each experiment, in the order of the project file.
    let all: [ExperimentStanding]

    /// - Parameters:
    ///   - date: the time of the results; nil for now.
    ///   - name: the only experiment that is needed; nil for all. A warehouse is not asked for the others.
    ///   - isFresh: whether a warehouse is asked even if there is a recent answer.
    /// - Throws: `CommandProblem` if no experiments are declared.
    init(demo: Bool, _ settings: Settings, at date: Date?, named name: String? = nil, isFresh: Bool = false)
        throws
    {
        guard !demo || !isFresh else {
            throw CommandProblem(
                "--fresh and --demo cannot be combined", advice: "The demo has no warehouse.")
        }
        if demo {
            self.date = date ?? DemoPlayback.start + 60
            all = try RehearsedDemoResults().standings(at: self.date)
            return
        }
        self.date = date ?? Date()
        var settings = settings
        settings.isFresh = isFresh
        var session = try ProjectSession.opened(settings)
        guard !isFresh || session.warehouse != nil else {
            throw CommandProblem(
                "--fresh is for projects with a warehouse; these results are always current",
                advice: "Declare a `warehouse` in the project file, or leave out --fresh.")
        }
        if let name, session.warehouse != nil { try session.narrowResults(to: name) }
        try session.fetchForResults()
        guard let all = try session.standings(at: self.date, keepingLooks: date == nil) else {
            throw CommandProblem(
                "the project declares no experiments",
                advice: "Declare them under `experiments:` and `metrics:` in the project file, or use --demo."
            )
        }
        self.all = all
        if session.warehouse != nil, name == nil { Self.remark(on: all) }
        if date == nil, let reason = session.events?.reasonForNotStoring {
            StandardError.line("note: \(reason)")
        }
    }

    /// Says what is wrong with the data of a warehouse, and how old it is. A list of verdicts has no place for it.
    private static func remark(on standings: [ExperimentStanding]) {
        for standing in standings {
            for warning in standing.tally.warnings {
                StandardError.line("warning: \(standing.name): \(warning)")
            }
        }
        if let remark = standings.first?.tally.remarks.first { StandardError.line("note: \(remark)") }
    }

    /// Returns the requested experiments.
    ///
    /// - Throws: `CommandProblem` for an unknown name.
    func standings(named name: String?) throws(CommandProblem) -> [ExperimentStanding] {
        guard let name else { return all }
        if let match = SpellingSuggestion.match(name, in: all.map(\.name)) {
            return all.filter { $0.name == match }
        }
        throw .unknownExperiment(name, among: all.map(\.name))
    }
}

extension ProjectSession {
    /// Reads the results of one experiment only.
    ///
    /// - Throws: `CommandProblem` for an unknown name.
    mutating func narrowResults(to name: String) throws(CommandProblem) {
        guard let names = declared?.experiments.map(\.name), !names.isEmpty else { return }
        guard let match = SpellingSuggestion.match(name, in: names) else {
            throw .unknownExperiment(name, among: names)
        }
        results = resultsOf?(match)
    }

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
        if let warehouse { try events?.consent?.ask(running: warehouse) }
        return try standings(from: results, at: date, keeps)
    }

    private func standings(
        from results: any ExperimentResultsSource, at date: Date, _ keeps: Bool
    ) throws -> [ExperimentStanding] {
        let known = SplitMemory().known(of: service, currentSource, keys: keys, subjects: results.subjects)
        return try Progress.wait(warehouse == nil ? "Reading events" : "Waiting for the warehouse") {
            try await results.standings(at: date, known, keepingLooks: keeps)
        }
    }
}

extension ExperimentStanding {
    /// The color of the verdict. One that something stops does not look like a decision.
    var ink: Ink {
        let ink = verdict.word.ink
        return ink == .green && !openPoints.isEmpty ? .yellow : ink
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
