import ExperimentsDashboard
import ExperimentsProject
import Foundation

/// How the dashboard looks and listens, from what the project and the command line say.
struct DashboardAppearance {
    /// For the dashboard.
    let options: DashboardOptions

    init(_ settings: Settings, _ session: ProjectSession) throws {
        let bindings = Dictionary(session.bindings.map { ($0.action, $0.keys) }) { $1 }
        let (map, problems) = KeyMap.standard(changing: bindings)
        let themes = try ThemeFiles(settings.theme ?? session.theme)
        options = DashboardOptions(
            theme: try themes.theme(), themes: themes.library, keyMap: map, warnings: problems.map(\.description),
            utcOffset: Environment.utcOffset, alertRules: Self.rules(session.notifications))
    }

    private static func rules(_ notifications: ProjectNotifications) -> AlertRules {
        AlertRules(
            keys: Set(notifications.keys), tellsBroken: notifications.broken,
            ways: Set(notifications.ways.compactMap { Alert.Way(rawValue: $0.rawValue) }))
    }
}
