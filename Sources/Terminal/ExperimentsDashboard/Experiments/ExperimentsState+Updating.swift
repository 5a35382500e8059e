import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsOperator

extension ExperimentsState: Feature {
    enum Message: Sendable {
        /// The results were read, or could not be.
        case read(ResultsAnswer)
        /// Others are declared from now on, or none.
        case declared(any: Bool)
    }

    static let commands: [Command] = [.experimentKey]

    mutating func update(_ message: Message, in context: Context) -> [Effect] {
        switch message {
        case .declared(let any):
            declare(any: any)
            count(in: context.content)
            return [.rowsChanged(.experiments)]
        case .read(let answer):
            // What was declared before may have been read while nothing is declared any more.
            guard !areDropped else { return [] }
            let effects = take(answer)
            count(in: context.content)
            return effects + [.rowsChanged(.experiments)]
        }
    }

    /// Takes over the results of experiments, and shows changed verdicts once.
    private mutating func take(_ answer: ResultsAnswer) -> [Effect] {
        let isFirst = isReading
        isReading = false
        switch answer {
        case .failed(let problem):
            defer { self.problem = problem }
            return problem == self.problem ? [] : [.say("no results: \(problem)", .error, seconds: 12)]
        case .read(let new):
            defer { (standings, problem) = (new.all, nil) }
            return isFirst ? [] : news(new.all)
        }
    }

    private func news(_ new: [ExperimentStanding]) -> [Effect] {
        let before = Dictionary(standings.map { ($0.name, $0.verdict.word) }) { first, _ in first }
        return new.compactMap { standing in
            guard let word = before[standing.name], word != standing.verdict.word else { return nil }
            switch standing.verdict.word {
            case .better: return .say("\(standing.name) is better", .success, seconds: 8)
            case .worse, .harmful, .untrustworthy:
                return .say("\(standing.name) is \(standing.verdict.word.text)", .warning, seconds: 8)
            case .noData, .tooEarly, .noDifference, .undecided: return nil
            }
        }
    }

    /// Counts them once for a report: the tabs tell how many there are with every frame.
    mutating func count(in content: KeyListing.Content) {
        listedCount = standings.isEmpty ? 0 : ExperimentList(standings, content).rows.count
    }
}

extension Command {
    static let experimentKey: Command = Command(
        "experiment-key", title: "Show the key that the experiment decides", in: .reading, keys: ["@"],
        twin: .command("experiments get KEY --details"), synonyms: ["go to key", "jump"],
        whyNot: { state in
            guard state.screen == .experiments else { return "choose an experiment on screen 5" }
            guard let experiment = ExperimentRowList.selected(state), let name = experiment.row.key else {
                return "no key is known of this experiment"
            }
            return experiment.reported == nil ? "the key \(name) is not declared" : nil
        },
        change: { state in
            guard let name = ExperimentRowList.selected(state)?.row.key else { return }
            state.show(.keys, filteredBy: Filter(), at: name)
        })
}
