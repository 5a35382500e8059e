import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsOperator

/// The results of the declared experiments.
struct ExperimentsState: Sendable {
    /// Whether any are declared.
    private(set) var areDeclared: Bool
    /// Whether some were declared before, but none are now.
    private(set) var areDropped = false
    /// The latest results, in the order of the project file.
    var standings: [ExperimentStanding] = []
    /// The number of rows of the screen without a filter. It is stored because the tabs show it in every frame, and
    /// counting takes all keys of the report.
    var listedCount = 0
    /// Whether results have not been read yet.
    var isReading: Bool
    /// The reason why the last attempt to read them failed.
    var problem: String?
    /// Whether the user asked the warehouse, and has no answer yet.
    private(set) var isAsking = false

    init(_ session: DashboardSession) {
        areDeclared = session.results != nil
        isReading = areDeclared
    }

    /// Notes that the declared experiments changed. The results of the old ones stay until the new ones are read.
    mutating func declare(any: Bool) {
        (areDeclared, areDropped, isReading, problem) = (any, !any, any, nil)
        if !any { standings = [] }
    }
}

extension ExperimentsState: Feature {
    enum Message: Sendable {
        /// The results were read, or could not be.
        case read(Result<[ExperimentStanding], any Error>)
        /// The user asked the warehouse.
        case asked
        /// The declared experiments have changed.
        case declared(any: Bool)
        /// The experiments and rollouts of the project behind the source were read, or a rollout of the project file.
        case studiesChanged
    }

    static let commands: [Command] = [.experimentKey, .statement, .askWarehouse]

    mutating func update(_ message: Message, in context: DashboardState) -> [Effect] {
        switch message {
        case .asked:
            guard !isAsking else { return [] }
            isAsking = true
            return [.askWarehouse, .show("asking the warehouse", .success)]
        case .declared(let any):
            declare(any: any)
            count(in: context.content, context.rollouts.entries, context.templates.studies.content)
            return [.rowsChanged(.experiments)]
        case .studiesChanged:
            count(in: context.content, context.rollouts.entries, context.templates.studies.content)
            return [.rowsChanged(.experiments)]
        case .read(let answer):
            isAsking = false
            // Requested results may arrive after the declarations were removed.
            guard !areDropped else { return [] }
            let winners = standings.map(\.winningValue)
            let effects = take(answer, context.templates.studies.content)
            count(in: context.content, context.rollouts.entries, context.templates.studies.content)
            let areOthers = context.list.asksForStaleness && winners != standings.map(\.winningValue)
            return effects + [.rowsChanged(.experiments)] + (areOthers ? [.agesChanged] : [])
        }
    }

    /// Takes over the results of experiments, and reports each changed verdict once.
    private mutating func take(
        _ answer: Result<[ExperimentStanding], any Error>, _ studies: ProjectStudies?
    ) -> [Effect] {
        let isFirst = isReading
        isReading = false
        switch answer {
        case .failure(let error):
            let problem = ErrorReport.headline(of: error)
            defer { self.problem = problem }
            return problem == self.problem
                ? [] : [.say("cannot read the results: \(problem)", .error, seconds: 12)]
        case .success(let new):
            defer { (standings, problem) = (new, nil) }
            return isFirst ? [] : news(new, studies)
        }
    }

    private func news(_ new: [ExperimentStanding], _ studies: ProjectStudies?) -> [Effect] {
        let before = Dictionary(standings.map { ($0.name, $0.verdict.word) }) { first, _ in first }
        return new.compactMap { standing in
            guard let word = before[standing.name], word != standing.verdict.word else { return nil }
            let name = studies?.study(of: standing)?.title ?? standing.name
            let words = "\(name): \(word.text) → \(standing.headline.shortText)"
            switch standing.verdict.word {
            case .better, .safe:
                return .say(words, standing.openPoints.isEmpty ? .success : .warning, seconds: 8)
            case .worse, .harmful, .untrustworthy, .changed: return .say(words, .warning, seconds: 8)
            case .noData, .tooEarly, .noDifference, .undecided, .notYetKnown: return nil
            }
        }
    }

    /// Counts the rows once for each report, because the tabs show the count in every frame.
    mutating func count(
        in content: KeyListing.Content, _ rollouts: [RolloutsState.Entry], _ studies: ProjectStudies?
    ) {
        listedCount =
            standings.isEmpty && rollouts.isEmpty && studies?.all.isEmpty ?? true
            ? content.report.experimentCount
            : ExperimentList(standings, rollouts, studies, content).rows.count
    }
}

extension Command {
    static let experimentKey: Command = Command(
        "experiment-key", title: "Show the experiment's key", in: .reading, keys: ["@"],
        footer: FooterPlace("key", at: .row(6)) {
            $0.screen == .experiments && $0.reasonDisabled(.experimentKey) == nil
        },
        shell: "experiments get KEY --details", synonyms: ["go to key", "jump"],
        whyNot: { state in
            guard state.screen == .experiments else { return "only on screen 5 (Experiments)" }
            guard let experiment = ExperimentRowList.selected(state), let name = experiment.row.key else {
                return "the key of this experiment is unknown"
            }
            return experiment.reported == nil ? "the key \(name) is not declared" : nil
        },
        change: { state in
            guard let name = ExperimentRowList.selected(state)?.row.key else { return }
            state.show(.keys, filteredBy: Filter(), at: name)
        })
}
