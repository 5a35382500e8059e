import ArgumentParser
import ExperimentsCore
import ExperimentsNcurses
import ExperimentsSupport
import ExperimentsTerminalUI
import Foundation

struct ThemesCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "themes",
        abstract: "List and validate themes",
        discussion: """
            Lists built-in themes, your own themes in $XDG_CONFIG_HOME/experiments/themes, and the one of --theme if \
            it is a path. Exits with 1 if one has a mistake.

            On a terminal, the last line shows the number of colors that the dashboard uses, and why; --json includes \
            it.

            --preview shows a theme: the styles of its roles, and the demo in its colors.
            """,
        subcommands: [ThemesCheckCommand.self])
    static let examples: KeyValuePairs = [
        "experiments themes": "List the themes",
        "experiments themes --preview nord": "Preview a theme",
    ]

    @Option(
        help: ArgumentHelp("Preview a theme: a name or the path of a theme file", valueName: "name"),
        completion: .themes)
    var preview: String?

    @OptionGroup var appearance: AppearanceOptions

    @OptionGroup(title: "Global options") var options: OutputOptions

    func run() throws {
        if let preview { return try ThemePreview(preview, options.settings).print() }
        let library = try Dashboard.themes(ThemeFiles(appearance.theme, folder: Environment.themesFolder))
        let themes: [Reading] = library.names.map { name in
            (name, Result { () throws(ThemeProblem) in try library.theme(named: name) })
        }
        let depth: Document = ["depth": colors.depth.words, "reason": colors.reason]
        try options.settings.print(["themes": themes.map(Self.document), "colors": depth]) { style in
            table(themes).text(style)
                + (Console.isOutput ? "\n\(colors.words).\n\(Console.characters.words).\n" : "")
        }
        if themes.contains(where: { (try? $0.theme.get()) == nil }) { throw ExitCode(ExitStatus.failure) }
    }

    private var colors: ColorSupport {
        .here(options.settings.color, environment: ProcessInfo.processInfo.environment)
    }

    private typealias Reading = (name: String, theme: Result<Theme, ThemeProblem>)

    private func table(_ themes: [Reading]) -> Table {
        Table(["NAME": 30, "FOR": 8, "TITLE": 200], of: themes) { name, theme in
            switch theme {
            case .success(let theme):
                [.init(name), .init(theme.isDark ? "dark" : "light", .dim), .init(theme.title)]
            case .failure(let problem): [.init(name), .init("-", .dim), .init(problem.description, .red)]
            }
        }
    }

    private static func document(of reading: Reading) -> Document {
        switch reading.theme {
        case .success(let theme): ["name": reading.name, "title": theme.title, "dark": theme.isDark]
        case .failure(let problem): ["name": reading.name, "problem": ErrorReport(problem).json]
        }
    }
}

/// A preview of a theme: the styles of its roles, and the demo's first screen.
struct ThemePreview {
    private static let size = CellSize(columns: 100, rows: 16)
    private let theme: Theme
    private let settings: Settings

    /// - Parameter name: the name of a theme, or the path of a theme file.
    /// - Throws: `CommandProblem` if there is no such theme or it has a mistake, or `FileProblem`.
    init(_ name: String, _ settings: Settings) throws {
        self.settings = settings
        let files = ThemeFiles(name, folder: Environment.themesFolder)
        do {
            theme = try Dashboard.themes(files).theme(named: files.chosen ?? name)
        } catch let problem as ThemeProblem {
            throw CommandProblem(problem.description, advice: "Use `experiments themes` to list themes.")
        }
    }

    /// Prints the picture and the roles in the colors of the output; as JSON, the roles and their styles.
    func print() throws {
        guard !settings.json else { return try StandardOutput.document(document) }
        let depth = settings.color.pictureDepth ?? (settings.colorsOutput ? .truecolor : nil)
        let frame = try frame(depth: depth ?? .truecolor)
        let ascii = settings.keepsToASCII
        try StandardOutput.picture(frame, depth: depth, ascii: ascii)
        let table = Table(["ROLE": 20, "STYLE": 60], of: DrawnDashboard.roles) {
            [.init($0.name), .init(theme[$0].description)]
        }
        try StandardOutput.write("\n" + table.text(PlainText(settings)))
    }

    private func frame(depth: ColorDepth) throws -> Frame {
        var dashboard = DrawnDashboard(ofDemoIn: theme, size: Self.size)
        try dashboard.press("o Down Enter +3s")
        return dashboard.frame(depth: depth)
    }

    private var document: Document {
        let roles = Document(DrawnDashboard.roles.map { ($0.name, theme[$0].description) })
        return ["name": theme.name, "title": theme.title, "dark": theme.isDark, "roles": roles]
    }
}

struct ThemesCheckCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Validate theme files",
        discussion: """
            Prints mistakes with line and column, and exits with 1 if there are any.
            """
    )
    static let examples: KeyValuePairs = [
        "experiments themes check Themes/mine.yaml": "Validate a theme file"
    ]

    @Argument(help: ArgumentHelp("Theme files", valueName: "file"), completion: .file(extensions: ["yaml"]))
    var files: [String]

    @OptionGroup(title: "Global options") var options: OutputOptions

    func run() throws {
        let readings = try files.map { file in (file, try Self.problem(in: file)) }
        if options.json {
            try StandardOutput.document([
                "files": readings.map { file, problem -> Document in
                    ["file": file, "valid": problem == nil, "problem": problem.map { ErrorReport($0).json }]
                }
            ])
        } else {
            let style = PlainText(options.settings)
            for (file, problem) in readings {
                try StandardOutput.line(
                    problem.map { style.shown($0.description, ink: .red) } ?? style.shown("\(file): ok"))
            }
        }
        if readings.contains(where: { $0.1 != nil }) { throw ExitCode(ExitStatus.failure) }
    }

    /// A file name without a folder means a file in this folder, and not the theme with that name.
    private static func problem(in file: String) throws -> ThemeProblem? {
        let files = ThemeFiles(
            file.contains(scalar: "/") ? file : "./" + file, folder: Environment.themesFolder)
        let library = try Dashboard.themes(files)
        do throws(ThemeProblem) {
            _ = try library.theme(named: files.chosen ?? file)
            return nil
        } catch {
            return error
        }
    }
}
