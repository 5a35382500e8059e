import ExperimentResults
import ExperimentStatistics
import ExperimentsCore
import ExperimentsOperator
import ExperimentsProject
import FirebaseTemplates

/// A row of screen 5: an experiment or a rollout in the project file, an experiment of the project behind the source,
/// one that appears only in the source's values, or a key with baselines.
struct ListedExperiment: Sendable {
    /// The results; nil if there are none.
    let standing: ExperimentStanding?
    /// The experiment or rollout of the project behind the source; nil if it is not from there.
    let study: ProjectStudy?
    /// The rollout in the project file; nil for an experiment.
    var rollout: RolloutsState.Entry?
    /// The value and the group of this installation.
    let row: ExperimentRow
    /// The report's row for the key that it decides; nil if the key is not declared.
    let reported: ReportRow?

    /// Whether the project file declares it.
    var isDeclared: Bool { standing?.plan.experiment.isDeclared ?? false }

    /// Whether it appears only in the source's values.
    var isOther: Bool { !isDeclared && study == nil && rollout == nil }

    /// The text that identifies the row.
    var id: String {
        if let rollout { return "rollout/" + rollout.rollout.name }
        if let standing, isDeclared { return "declared/" + standing.name }
        return study.map { "\($0.reference)" } ?? row.id
    }

    /// The name of the experiment; nil for a key without a known experiment.
    var name: String? { isDeclared ? standing?.name : study?.title ?? row.experiment }

    /// The title in a list of experiments without results.
    var title: String { [name, row.key].compactMap(\.self).first ?? "" }

    /// The texts in the row, besides those from the source.
    var texts: [String] {
        if let rollout { return [rollout.rollout.name, rollout.rollout.value, rollout.word.text, "rollout"] }
        let own = study?.texts ?? []
        guard let standing else { return own }
        return own + [
            standing.name, standing.verdict.word.text, standing.health.text, standing.state.rawValue,
            standing.plan.experiment.owner ?? "",
        ]
    }

    /// The group of this installation, if the experiment has it: from the key's value, otherwise as the source names
    /// it.
    var ownGroup: String? {
        if let study, !isDeclared {
            return row.experiment == study.reference.fetchedID ? study.variantName(row.group) : nil
        }
        guard let standing else { return row.group }
        return row.ownGroup(among: standing.groups.map(\.name))
    }
}

/// All rows of screen 5: the declared experiments in the order of the project file, the experiments and rollouts of the
/// project behind the source, then those that only the source has.
struct ExperimentList {
    let rows: [ListedExperiment]
    private let known: ExperimentRows

    init(
        _ standings: [ExperimentStanding], _ rollouts: [RolloutsState.Entry], _ studies: ProjectStudies?,
        _ content: KeyListing.Content
    ) {
        let known = content.experiments
        self.known = known
        let declared = standings.filter(\.plan.experiment.isDeclared)
        let studies = studies?.all ?? []
        let joined = declared.map { standing in studies.first { standing.plan.experiment.isSame(as: $0) } }
        let found = known.rows(of: declared.map(DeclaredExperiment.init))
        let projectRows = StudyRows(
            studies, besides: Set(joined.compactMap(\.self?.reference)), standings, assigned: found.others,
            content)
        rows =
            zip(zip(declared, joined), found.declared).map {
                ListedExperiment(standing: $0.0, study: $0.1, row: $1.row, reported: $1.reported)
            } + Self.rows(of: rollouts, content) + projectRows.rows
            + projectRows.others.map {
                ListedExperiment(standing: nil, study: nil, row: $0, reported: known.reported($0))
            }
    }

    private static func rows(
        of rollouts: [RolloutsState.Entry], _ content: KeyListing.Content
    ) -> [ListedExperiment] {
        let keys = content.report.rows(named: Set(rollouts.map(\.rollout.key)))
        return rollouts.map { entry in
            let reported = keys[entry.rollout.key]
            let row = ExperimentRow(
                experiment: entry.rollout.name, group: "—", key: entry.rollout.key,
                value: reported?.valueText,
                isTracked: false, startedAt: nil)
            return ListedExperiment(standing: nil, study: nil, rollout: entry, row: row, reported: reported)
        }
    }

    /// Returns the parts of a row that a filter examines.
    func subject(of listed: ListedExperiment) -> FilterSubject {
        known.subject(of: listed.row, with: listed.texts)
    }
}

extension DeclaredExperiment {
    fileprivate init(_ standing: ExperimentStanding) {
        let experiment = standing.plan.experiment
        self.init(
            name: experiment.name, key: experiment.key, flag: experiment.flag,
            groups: standing.groups.map(\.name))
    }
}

/// The rows for the experiments and rollouts of the project behind the source.
private struct StudyRows {
    let rows: [ListedExperiment]
    /// The other rows of the source.
    let others: [ExperimentRow]

    /// - Parameters:
    ///   - taken: those that have a row already, because they are declared.
    ///   - assigned: the rows of the source that belong to no declared experiment.
    init(
        _ studies: [ProjectStudy], besides taken: Set<StudyReference>, _ standings: [ExperimentStanding],
        assigned: [ExperimentRow], _ content: KeyListing.Content
    ) {
        let results = Dictionary(standings.map { ($0.name, $0) }) { first, _ in first }
        let own = Dictionary(assigned.map { ($0.experiment, $0) }) { first, _ in first }
        let keys = content.report.rows(named: Set(studies.flatMap(\.keys)))
        rows = studies.filter { !taken.contains($0.reference) }.map { study in
            let name = study.reference.fetchedID
            let row = own[name]
            let key = row?.key ?? study.keys.first
            let reported = key.flatMap { keys[$0] }
            return ListedExperiment(
                standing: results[name], study: study,
                row: ExperimentRow(
                    experiment: row?.experiment, group: row?.group ?? "—", key: key,
                    value: reported?.valueText,
                    isTracked: row?.isTracked ?? false, startedAt: row?.startedAt),
                reported: reported)
        }
        let names = Set(studies.map(\.reference.fetchedID))
        let decided = Set(studies.filter(\.isRunning).flatMap(\.keys))
        others = assigned.filter { row in
            row.experiment.map { !names.contains($0) } ?? !(row.key.map(decided.contains) ?? false)
        }
    }
}

extension ProjectExperiment {
    /// Returns whether the row is about a study of the project behind the source, by its name or flag, or by the key
    /// that it decides now.
    fileprivate func isSame(as study: ProjectStudy) -> Bool {
        let names = [study.reference.fetchedID, study.reference.id, study.title]
        return [name, flag].contains { $0.map(names.contains) ?? false }
            || key.map { study.isRunning && study.keys.contains($0) } ?? false
    }
}
