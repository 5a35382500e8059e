import ExperimentsDashboard
import ExperimentsProject
import Foundation

/// How the dashboard looks and listens, from what the project and the command line say.
struct DashboardAppearance {
    /// The theme where nobody names one.
    static let usualTheme = "dark"

    /// For the dashboard.
    let options: DashboardOptions

    /// - Throws: `ThemeProblem` or `FileProblem` where the theme cannot be used.
    init(_ settings: Settings, _ session: ProjectSession) throws {
        let wanted = settings.theme ?? session.theme ?? Self.usualTheme
        let (themes, name) =
            ThemeFiles.isPath(wanted)
            ? try ThemeFiles.library(addingFileAt: wanted) : (library: ThemeFiles.library, name: wanted)
        let bindings = Dictionary(session.bindings.map { ($0.action, $0.keys) }) { $1 }
        let (map, problems) = KeyMap.standard(changing: bindings)
        options = DashboardOptions(
            theme: try themes.theme(named: name), themes: themes, keyMap: map,
            warnings: problems.map(\.description), utcOffset: Self.utcOffset)
    }

    private static var utcOffset: Int {
        var now = time(nil)
        var local = tm()
        return localtime_r(&now, &local) == nil ? 0 : local.tm_gmtoff
    }
}
