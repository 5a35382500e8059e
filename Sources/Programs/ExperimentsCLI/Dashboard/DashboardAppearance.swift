import ExperimentsCore
import ExperimentsDashboard
import ExperimentsProject
import Foundation

/// How the dashboard looks and listens, from what the command line, the last dashboard and the project say.
struct DashboardAppearance {
    /// For the dashboard.
    private(set) var options: DashboardOptions

    /// - Parameter memory: how the last dashboard on the project was left; nil to begin afresh, and keep nothing.
    init(_ settings: Settings, _ session: ProjectSession, memory: DashboardMemory?) throws {
        let recalled = settings.noState ? nil : memory?.recall()
        try self.init(
            settings, theme: session.theme, bindings: session.bindings, remembered: recalled?.view,
            localTime: .system)
        options.warnings += recalled?.warnings ?? []
        options.memory = settings.noState ? nil : memory
        options.showsHints = recalled != nil
        options.alertRules = AlertRules(session.notifications)
        options.project = WatchedProject(session)
        options.asksFirst = session.asksFirst
    }

    init(
        _ settings: Settings, theme: String?, bindings: [ProjectBinding], remembered: RememberedView? = nil,
        localTime: LocalTime
    ) throws {
        let (map, problems) = KeyMap.standard(changing: bindings)
        options = DashboardOptions(keyMap: map, warnings: problems.map(\.description))
        options.localTime = localTime
        options.remembered = remembered
        options.isReadOnly = settings.readOnly
        try take(ThemeFiles(settings.theme ?? theme, folder: Environment.themesFolder))
        // What the user chose comes before what the project says, unless the command line names another.
        if settings.theme == nil, let name = remembered?.theme { recallTheme(name) }
    }

    private mutating func take(_ files: ThemeFiles) throws {
        options.themeFiles = files
        options.themes = try files.library()
        options.followsBackground = files.chosen == nil
        options.theme = try options.themes.theme(
            named: files.chosen ?? Background.themeName(colorsVariable: Environment["COLORFGBG"]))
    }

    private mutating func recallTheme(_ name: String) {
        do throws(ThemeProblem) {
            options.theme = try options.themes.theme(named: name)
            options.followsBackground = false
        } catch {
            options.warnings.append(error.description)
        }
    }
}
