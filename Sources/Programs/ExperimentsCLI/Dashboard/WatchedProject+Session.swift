import ExperimentsDashboard
import ExperimentsProject

extension WatchedProject {
    /// The project file of a session; nil where there is none.
    init?(_ session: ProjectSession) {
        guard let path = session.projectPath, let reread = session.reread else { return nil }
        self.init(path: path, fingerprint: session.fingerprint) {
            do {
                let reading = try reread()
                let project = reading.project
                let (map, problems) = KeyMap.standard(changing: project.bindings)
                if let problem = problems.first { return .failure(ProjectRefusal(problem.description)) }
                return .success(
                    ProjectUpdate(
                        keys: project.keys, refreshInterval: project.refresh, keyMap: map,
                        alertRules: AlertRules(project.notifications), asksFirst: project.asksFirst,
                        laterFields: reading.laterFields))
            } catch {
                // The first line has the place and the problem; the file's line and a caret follow.
                let lines = String(describing: error).split(separator: "\n")
                return .failure(ProjectRefusal(lines.first.map(String.init) ?? "it cannot be read"))
            }
        }
    }
}

extension AlertRules {
    /// What a project wants to be told of.
    init(_ notifications: ProjectNotifications) {
        self.init(
            keys: Set(notifications.keys), tellsBroken: notifications.broken,
            ways: Set(notifications.ways.compactMap { Alert.Way(rawValue: $0.rawValue) }))
    }
}

extension KeyMap {
    /// The standard keys with what a project binds otherwise, and what of it could not be taken.
    static func standard(changing bindings: [ProjectBinding]) -> (map: KeyMap, problems: [Problem]) {
        standard(changing: Dictionary(bindings.map { ($0.action, $0.keys) }) { $1 })
    }
}
