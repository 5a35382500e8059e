import ExperimentEvents
import ExperimentResults
import ExperimentsProject
import Locks

/// Reads the results of a project's experiments, and is updated when the project declares others.
final class DeclaredResults: Sendable {
    private struct Declaration: Equatable {
        let experiments: [ProjectExperiment]
        let metrics: [ProjectMetric]

        init(_ project: Project) { (experiments, metrics) = (project.experiments, project.metrics) }
    }

    /// The experiments that were declared first.
    let experiments: [ProjectExperiment]
    /// Where it is read by what was declared first; nil if that is nothing.
    let source: (any ExperimentResultsSource)?
    private let path: String
    private let last: Mutex<Declaration>

    init(_ project: Project, _ events: ProjectEvents) {
        (path, experiments) = (events.path, project.experiments)
        source = Self.source(project, events.path)
        last = Mutex(Declaration(project))
    }

    /// Returns the update for the results after the project file was read again.
    func update(_ project: Project) -> ResultsUpdate {
        let declaration = Declaration(project)
        let isNew = last.withLock { last in
            defer { last = declaration }
            return last != declaration
        }
        return isNew ? .source(Self.source(project, path)) : .same
    }

    private static func source(_ project: Project, _ path: String) -> (any ExperimentResultsSource)? {
        guard !project.experiments.isEmpty else { return nil }
        return ProjectEvents(path: path, definitions: EventDefinitions(project)).results(of: project)
    }
}
