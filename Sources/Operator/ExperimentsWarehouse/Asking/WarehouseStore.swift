import ExperimentEvents
import ExperimentStatistics
import ExperimentsDigests
import ExperimentsProject
import ExperimentsSupport
import Foundation

/// Counts the events of a warehouse, with the same results as a store that has the events.
///
/// Looks at the results, and the splits of the experiments' sources, are in a store beside the project.
package struct WarehouseStore: EventStore {
    private var project: WarehouseProject
    private let client: any WarehouseClient
    private let answers: KeptAnswers
    private let now: @Sendable () -> Date
    private let local: @Sendable () async throws -> (any EventStore)?
    private let watching: @Sendable (@escaping @Sendable () -> Void) -> ObservationHandle

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - isFresh: whether the warehouse is asked even if there is a recent answer.
    ///   - local: the store for looks and splits; nil if nothing can be stored, and nothing was.
    ///   - watching: calls its argument whenever the warehouse should be asked again.
    package init(
        _ project: WarehouseProject, client: any WarehouseClient, answers: KeptAnswers, isFresh: Bool = false,
        now: @escaping @Sendable () -> Date = { Date() },
        local: @escaping @Sendable () async throws -> (any EventStore)?,
        watching: @escaping @Sendable (@escaping @Sendable () -> Void) -> ObservationHandle
    ) {
        (self.project, self.client, self.answers) = (project, client, answers)
        (self.now, self.local, self.watching) = (now, local, watching)
        if isFresh { answers.retire(before: now()) }
    }

    package func store(_ events: [TrackedEvent]) async throws -> EventCounts {
        throw WarehouseProblem("events are not stored here, because the project counts them in its warehouse")
    }

    package func totals() async throws -> [ExperimentTotals] {
        var all: [ExperimentTotals] = []
        let definitions = project.definitions.experimentsByName
        for experiment in project.experiments.compactMap({ definitions[$0] }) {
            all.append(try await answer(for: experiment).totals)
        }
        return all.sorted { $0.experiment < $1.experiment }
    }

    package func uncountedEvents(of experiment: String) async throws -> UncountedEvents {
        var uncounted = UncountedEvents(names: project.definitions.events(of: experiment))
        guard let definition = project.definitions.experimentsByName[experiment] else { return uncounted }
        let facts = try await answer(for: definition).facts
        uncounted.before = facts.eventsJustBefore
        uncounted.counted = facts.eventsAfter
        return uncounted
    }

    /// Returns the time of the latest exposure of an experiment; nil if there is none.
    package func lastExposure(of experiment: String) async throws -> Date? {
        guard let definition = project.definitions.experimentsByName[experiment] else { return nil }
        return try await answer(for: definition).facts.lastExposure
    }

    /// Returns the statement of an experiment at a time.
    package func statement(of experiment: ExperimentDefinition, at date: Date) async throws
        -> ExperimentStatement
    {
        var experiment = experiment
        experiment.splits = try await splits(of: experiment.name)
        return ExperimentStatement(of: experiment, in: project, now: date)
    }

    private func answer(
        for experiment: ExperimentDefinition
    ) async throws -> (totals: ExperimentTotals, facts: AnswerFacts) {
        let date = now()
        let statement = try await statement(of: experiment, at: date)
        // The time is in the statement, but does not make it another one.
        let timeless = try await self.statement(of: experiment, at: Date(timeIntervalSince1970: 0))
        let digest = Hexadecimal.text(
            SHA256Sum.of(
                "\(project.warehouse.dataDigest)\n\(timeless.text)\n\(project.warehouse.commandText)"))
        let program = project.warehouse.command[0]
        let kept = answers.answer(of: experiment.name, to: digest)
        let refresh = Double(project.warehouse.refresh.components.seconds)
        let isRecent = kept.map { (0..<refresh).contains(date.timeIntervalSince($0.askedAt)) } ?? false
        if let kept, isRecent, let answer = try? WarehouseAnswer(kept.output, to: statement) {
            return read(answer, kept, to: statement, of: experiment, date)
        }
        let printed: ClientAnswer
        do throws(ClientFailure) {
            printed = try await client.run(statement.input)
        } catch {
            throw WarehouseProblem(error, of: program, for: experiment.name)
        }
        let seconds = now().timeIntervalSince(date)
        let answer: WarehouseAnswer
        do throws(AnswerFault) {
            answer = try WarehouseAnswer(printed.output, to: statement)
        } catch {
            throw WarehouseProblem(error, in: printed, of: program, for: experiment.name)
        }
        var new = KeptAnswers.Answer(
            statement: digest, askedAt: date, seconds: seconds, output: printed.output)
        new.reading = EngineReading.words(in: printed.errors)
        answers.keep(new, of: experiment.name)
        return read(answer, new, to: statement, of: experiment, date)
    }

    private func read(
        _ answer: WarehouseAnswer, _ kept: KeptAnswers.Answer, to statement: ExperimentStatement,
        of experiment: ExperimentDefinition, _ date: Date
    ) -> (ExperimentTotals, AnswerFacts) {
        var answer = answer
        let facts = answer.facts
        var warnings = facts.warnings(
            events: project.definitions.events(of: experiment.name), users: answer.totals.users())
        if answer.totals.users.isEmpty, facts.usersWithoutTime == 0 {
            let words = project.words(of: experiment).map { Quotation.of($0) }.joined(separator: " or ")
            let column = project.warehouse.exposures.columns[.experiment] ?? "experiment"
            warnings.append("the warehouse has no exposures whose `\(column)` is \(words)")
        }
        let remarks = [origin(of: kept, at: date), facts.staleness(of: experiment, askedAt: kept.askedAt)]
        answer.remark(remarks.compactMap(\.self), warnings: warnings)
        var totals = answer.totals
        totals.warehouse = WarehouseCount(
            statement: statement.text, dialect: project.warehouse.dialect.rawValue,
            command: project.warehouse.commandText, askedAt: kept.askedAt, seconds: kept.seconds,
            refresh: Double(project.warehouse.refresh.components.seconds), reading: kept.reading)
        return (totals, facts)
    }

    /// Returns a sentence that says where the totals come from, and how old they are.
    private func origin(of answer: KeptAnswers.Answer, at date: Date) -> String {
        let age = date.timeIntervalSince(answer.askedAt)
        let when = age < 1 ? "now" : "\(DurationText.text(of: .seconds(Int(age)))) ago"
        let seconds = (answer.seconds * 10).rounded() / 10
        return "counted in the warehouse (\(project.warehouse.dialect.rawValue)) \(when), in \(seconds) s"
    }

    package func askAgain() async { answers.retire(before: now()) }

    // MARK: - Experiments of the source

    /// The time after the end of an experiment that only a source declares in which it is still counted, in seconds:
    /// 30 days. A source may have hundreds of old experiments, and each one is a question to the warehouse.
    private static let memory: TimeInterval = 30 * 86_400

    package func totals(including undeclared: [ProjectExperiment]) async throws -> [ExperimentTotals] {
        var all = try await totals()
        let known = Set(project.definitions.experiments.map(\.name))
        let others = undeclared.filter { !known.contains($0.name) }
        guard !others.isEmpty else { return all }
        var extended = self
        extended.project.definitions.experiments += others.map { ExperimentDefinition($0) }
        for experiment in others {
            if let totals = try await extended.totals(ofUndeclared: experiment) { all.append(totals) }
        }
        return all
    }

    /// Returns the totals of an experiment that only a source declares, or the reason why there are none as a warning;
    /// nil if nobody was exposed to it. If it cannot be counted, the declared experiments still can.
    private func totals(ofUndeclared experiment: ProjectExperiment) async throws -> ExperimentTotals? {
        var none = ExperimentTotals(experiment: experiment.name)
        if let end = experiment.end, now().timeIntervalSince(end) > Self.memory {
            none.warnings = [
                "it ended more than 30 days ago, so the warehouse is not asked: declare it in the project file to count it"
            ]
            return none
        }
        guard !experiment.groups.isEmpty else {
            none.warnings = ["the source does not say its groups: declare it in the project file to count it"]
            return none
        }
        do {
            var totals = try await answer(for: ExperimentDefinition(experiment)).totals
            guard !totals.users.isEmpty else { return nil }
            if experiment.phases.isEmpty {
                totals.warnings.append(
                    "the source does not say how it divides users, so equal groups are expected")
            }
            return totals
        } catch let problem as WarehouseProblem {
            none.warnings = ["not counted: \(problem.message)"]
            return none
        }
    }

    // MARK: - Looks and splits

    /// The beginning of the digests of looks at this data, so that looks at other data are not taken for them.
    private var mark: String { "warehouse \(project.warehouse.dataDigest.prefix(16)) " }

    package func keep(_ looks: [String: [StoredLook]], since state: ImportState) async throws {
        let marked = looks.mapValues { looks in
            looks.map { look in
                var look = look
                look.definition = mark + look.definition
                return look
            }
        }
        try await local()?.keep(marked, since: state)
    }

    package func looks(at experiment: String) async throws -> [StoredLook] {
        let all = try await local()?.looks(at: experiment) ?? []
        return all.compactMap { look in
            guard look.definition.hasScalarPrefix(mark) else { return nil }
            var look = look
            look.definition = String(look.definition.unicodeScalars.dropFirst(mark.unicodeScalars.count))
            return look
        }
    }

    package func importState() async throws -> ImportState {
        ImportState(latest: try await latestImport(), open: [])
    }

    /// Imports do not matter to a warehouse, but the store of looks compares the state.
    private func latestImport() async throws -> Int { try await local()?.importState().latest ?? 0 }

    package func keep(_ splits: [String: SourceSplit]) async throws { try await local()?.keep(splits) }

    package func splits(of experiment: String) async throws -> [SourceSplit] {
        try await local()?.splits(of: experiment) ?? []
    }

    package func observe(_ handler: @escaping @Sendable () -> Void) -> ObservationHandle { watching(handler) }
}
