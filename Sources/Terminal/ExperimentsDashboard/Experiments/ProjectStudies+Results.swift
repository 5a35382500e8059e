import ExperimentResults
import ExperimentsOperator
import ExperimentsProject
import FirebaseTemplates

// The experiments of a Firebase project, as needed for results. Events refer to them by their IDs.
extension ProjectStudies {
    /// The experiments as a project file would declare them. Rollouts are left out because their shares change.
    var experiments: [ProjectExperiment] {
        all.filter { $0.reference.kind == .experiment && $0.variantIDs.count > 1 }.map { study in
            var experiment = ProjectExperiment(
                name: study.reference.fetchedID, groups: study.groupNames.map(\.name),
                start: study.study?.startedAt,
                end: study.study?.endedAt)
            let weights = study.study?.variants.compactMap(\.weight) ?? []
            if weights.count == experiment.groups.count {
                experiment.phases = [ProjectPhase(weights: weights)]
            }
            experiment.hypothesis = study.study?.description
            experiment.isDeclared = false
            return experiment
        }
    }

    /// Returns the experiment for results that no project file declares; nil if one does.
    func study(of standing: ExperimentStanding) -> ProjectStudy? {
        standing.plan.experiment.isDeclared ? nil : self[StudyReference(.experiment, id: standing.name)]
    }

    /// The names of groups by their names in events, for each experiment and each key that it decides.
    var groupNames: [String: [String: String]] {
        var names: [String: [String: String]] = [:]
        for study in all where study.reference.kind == .experiment {
            names[study.reference.fetchedID] = Dictionary(study.groupNames.map { ($0.id, $0.name) }) { $1 }
            for decision in study.decisions where names[decision.value.key] == nil {
                names[decision.value.key] = Dictionary(
                    study.variantIDs.compactMap { id in decision.text(of: id).map { (id, $0) } }
                ) { $1 }
            }
        }
        return names
    }
}

extension ProjectStudy {
    /// The names of the variants, or the IDs if two have the same name.
    fileprivate var groupNames: [(id: String, name: String)] {
        let names = variantIDs.map(variantName)
        return Array(zip(variantIDs, Set(names).count == names.count ? names : variantIDs))
    }
}
