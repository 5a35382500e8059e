import ExperimentResults
import ExperimentsCore
import ExperimentsOperator

// The project file, which may be edited while the dashboard is open.
extension DashboardState {
    mutating func projectRead(_ result: Result<ProjectUpdate, ProjectRefusal>) -> [Effect] {
        switch result {
        case .success(let update): return adopt(update)
        case .failure(let refusal):
            say(ProjectWords.refused(refusal.reason), .error, seconds: 15, as: .file)
            return []
        }
    }

    private mutating func adopt(_ update: ProjectUpdate) -> [Effect] {
        let later = update.laterFields
        say(ProjectWords.readAgain(later), later.isEmpty ? .success : .warning, as: .file)
        project.keyMap = update.keyMap
        project.asksFirst = update.asksFirst
        // What was switched on or off here stays, unless the file says something else than before.
        if update.alertRules != project.fileAlertRules {
            project.alertRules = update.alertRules
            project.fileAlertRules = update.alertRules
        }
        if update.refreshInterval != fetching.interval {
            fetching.change(interval: update.refreshInterval, at: now)
        }
        let results = follow(update)
        guard update.keys != project.keys else { return results }
        project.keys = update.keys
        source.ages = nil
        followDeclarations()
        return results + resolveAnew()
    }

    /// Takes over the declarations on which results depend: experiments, and the cases of the keys that decide them.
    private mutating func follow(_ update: ProjectUpdate) -> [Effect] {
        switch update.results {
        case .same:
            guard update.keys != project.keys, experiments.areDeclared else { return [] }
        case .source(let source):
            experiments.declare(any: source != nil)
            countExperiments()
            if screen == .experiments { rebuildListing() }
        }
        return [.followResults(ResultsRequest(results: update.results, keys: update.keys))]
    }
}
