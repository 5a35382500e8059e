import ExperimentResults
import ExperimentsCore
import ExperimentsOperator

// The project file, which may be edited while the dashboard is open.
extension DashboardState {
    mutating func take(_ update: ProjectUpdate) -> [Effect] {
        let later = update.laterFields
        say(ProjectWords.readAgain(later), later.isEmpty ? .success : .warning, as: .file)
        let before = project.keys
        project.take(update)
        var effects = self.update(\.fetching, with: .take(interval: update.refreshInterval))
        if case .source(let source) = update.results {
            effects += self.update(\.experiments, with: .declared(any: source != nil))
        }
        let keysChanged = update.keys != before
        // Experiments, and the cases of the keys that decide them, are what results depend on.
        if update.results.isChange || (keysChanged && experiments.areDeclared) {
            effects.append(.followResults(ResultsRequest(results: update.results, keys: update.keys)))
        }
        if keysChanged {
            source.ages = nil
            effects += settle(OverrideEditor.followingDeclarations(self))
            effects += show(generationAt: history.shownIndex)
        }
        return effects + self.update(\.matrix, with: .projectChanged)
    }
}

extension ResultsUpdate {
    fileprivate var isChange: Bool { if case .source = self { true } else { false } }
}
