import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsOperator

extension DashboardState {
    /// The experiment under the cursor of their screen.
    var selectedExperiment: ListedExperiment? {
        guard screen == .experiments, list.experiments.indices.contains(position.cursor) else { return nil }
        return list.experiments[position.cursor]
    }

    /// All that screen 5 has to list.
    var allExperiments: ExperimentList { ExperimentList(experiments.standings, content) }

    /// The number of rows of screen 5 without a filter.
    var experimentCount: Int {
        experiments.standings.isEmpty ? source.report.experimentCount : experiments.listedCount
    }

    /// Counts them once for a report: the tabs tell how many there are with every frame.
    mutating func countExperiments() {
        experiments.listedCount = experiments.standings.isEmpty ? 0 : allExperiments.rows.count
    }

    /// The rows of screen 5 that a filter lets through.
    func experimentRows(passing filter: Filter) -> [ListedExperiment] {
        let all = allExperiments
        return filter.isEmpty ? all.rows : all.rows.filter { filter.passes(all.subject(of: $0), now: now) }
    }

    /// At which places of the rows on screen something is found.
    func experimentPlaces(of wanted: Filter) -> [Int] {
        let all = allExperiments
        return list.experiments.indices.filter { wanted.passes(all.subject(of: list.experiments[$0]), now: now) }
    }

    /// Takes over the results of experiments, and shows changed verdicts once.
    mutating func adopt(_ answer: ResultsAnswer) {
        // What was declared before may have been read while nothing is declared any more.
        guard !experiments.areDropped else { return }
        let isFirst = experiments.isReading
        experiments.isReading = false
        switch answer {
        case .failed(let problem):
            if problem != experiments.problem { say("no results: \(problem)", .error, seconds: 12) }
            experiments.problem = problem
        case .read(let standings):
            if !isFirst { tell(standings.all) }
            (experiments.standings, experiments.problem) = (standings.all, nil)
        }
        countExperiments()
        if screen == .experiments { rebuildListing() }
    }

    private mutating func tell(_ new: [ExperimentStanding]) {
        let before = Dictionary(experiments.standings.map { ($0.name, $0.verdict.word) }) { first, _ in first }
        for standing in new {
            guard let word = before[standing.name], word != standing.verdict.word else { continue }
            switch standing.verdict.word {
            case .better: say("\(standing.name) is better", .success, seconds: 8)
            case .worse, .harmful, .untrustworthy:
                say("\(standing.name) is \(standing.verdict.word.text)", .warning, seconds: 8)
            case .noData, .tooEarly, .noDifference, .undecided: break
            }
        }
    }

    /// Goes to the key of the experiment under the cursor, on the screen of all keys.
    mutating func showKeyOfExperiment() {
        guard let name = selectedExperiment?.row.key else { return }
        list.filter = Filter()
        show(.keys)
        if let place = list.keys.place(of: name, in: source.report) { moveCursor(to: place) }
    }

    /// The reason why there is no key to go to.
    var reasonNoExperimentKey: String? {
        guard screen == .experiments else { return "choose an experiment on screen 5" }
        guard let experiment = selectedExperiment, let name = experiment.row.key else {
            return "no key is known of this experiment"
        }
        return experiment.reported == nil ? "the key \(name) is not declared" : nil
    }
}

extension Feature {
    static let experiments = Feature(commands: [.experimentKey])
}

extension Command {
    static let experimentKey: Command = Command(
        "experiment-key", title: "Show the key that the experiment decides", in: .reading, keys: ["@"],
        twin: .command("experiments get KEY --details"), synonyms: ["go to key", "jump"],
        whyNot: \.reasonNoExperimentKey, change: { $0.showKeyOfExperiment() })
}
