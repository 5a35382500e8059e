import ExperimentsCore
import ExperimentsDashboard
import TerminalUI

/// How a theme looks: the styles of its roles, and the demo's first screen.
struct ThemePreview {
    private static let size = CellSize(columns: 100, rows: 16)
    private let theme: Theme
    private let settings: Settings

    /// - Parameter name: the name of a theme, or the path of a theme file.
    /// - Throws: `CommandProblem` if there is no such theme, or it has a mistake; `FileProblem`.
    init(_ name: String, _ settings: Settings) throws {
        self.settings = settings
        let files = ThemeFiles(name, folder: Environment.themesFolder)
        do {
            theme = try Dashboard.themes(files).theme(named: files.chosen ?? name)
        } catch let problem as ThemeProblem {
            throw CommandProblem(problem.description, advice: "`experiments themes` lists those that there are.")
        }
    }

    /// Prints the picture and the roles, in the colours that the output has; as JSON, the roles and their styles.
    func print() throws {
        guard !settings.json else { return try StandardOutput.document(document) }
        let depth = settings.color.pictureDepth ?? (settings.colorsOutput ? .truecolor : nil)
        let frame = try frame(depth: depth ?? .truecolor)
        let ascii = settings.keepsToASCII
        try StandardOutput.picture(frame, depth: depth, ascii: ascii)
        var table = Table(["ROLE": 20, "STYLE": 60])
        for role in DrawnDashboard.roles { table.append([.init(role.name), .init(theme[role].description)]) }
        try StandardOutput.write("\n" + table.text(PlainText(settings), width: Console.columns))
    }

    private func frame(depth: ColorDepth) throws -> Frame {
        var dashboard = DrawnDashboard(ofDemoIn: theme, size: Self.size)
        dashboard.press(try KeyScript(parsing: "o Down Enter +3s"))
        return dashboard.frame(depth: depth)
    }

    private var document: Document {
        let roles = Document(DrawnDashboard.roles.map { ($0.name, theme[$0].description) })
        return ["name": theme.name, "title": theme.title, "dark": theme.isDark, "roles": roles]
    }
}
