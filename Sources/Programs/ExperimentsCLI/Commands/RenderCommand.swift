import ArgumentParser
import ExperimentsCore
import ExperimentsDashboard
import ExperimentsSupport
import TerminalUI

struct RenderCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Print a screen of the dashboard as text.",
        discussion: """
            Fetches once, presses --keys, and prints the screen: for documentation, reports and tests. Nothing is \
            changed: overrides that the keys set are on the printed screen alone.

            --keys takes names of keys, texts in quotes and lengths of time to let pass: --keys '3 j Enter', \
            --keys '/ "check" Enter', --keys '+8s 6'.

            Plain text, unless --color names a number of colours (16, 256, truecolor; `always` means the last). With \
            --svg a picture with colours, for a page or a report.
            With --demo the picture is the same each time, at any time and on any machine.
            """)
    static let examples = [
        CommandExample("experiments render --screen missing", "Print a screen into a log"),
        CommandExample("experiments render --svg --size 120x40 > keys.svg", "Draw a picture of it"),
    ]

    @Option(help: ArgumentHelp("Columns and rows of the screen, for example 120x40.", valueName: "size"))
    var size = ScreenSize(size: CellSize(columns: 120, rows: 40))

    @Option(help: "The screen to show.")
    var screen: Screen?

    @Option(
        help: ArgumentHelp("What to press before the screen is printed.", valueName: "keys"),
        transform: { try KeyScript(parsing: $0) })
    var keys = KeyScript()

    @Flag(help: "Show the demo, as it is when it has just begun.")
    var demo = false

    @Flag(help: "Print an SVG picture.")
    var svg = false

    @OptionGroup var appearance: AppearanceOptions

    @OptionGroup var persona: AskedPersonaOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard !(svg && options.json) else { throw ValidationError("--svg and --json exclude each other") }
    }

    func run() throws {
        var dashboard = try opened()
        if let screen { dashboard.show(screen) }
        dashboard.press(keys)
        let settings = options.settings
        let depth = settings.color.pictureDepth
        let frame = dashboard.frame(depth: depth ?? .truecolor)
        if settings.json {
            return try StandardOutput.document(
                frame.document(of: dashboard.screenName, ascii: settings.keepsToASCII))
        }
        if svg { return try StandardOutput.exact(dashboard.svg(depth: depth ?? .truecolor)) }
        try StandardOutput.picture(frame, depth: depth, ascii: settings.keepsToASCII)
    }

    private func opened() throws -> DrawnDashboard {
        guard demo else { return try DrawnDashboard(ofProject: appearance.added(to: persona.settings(options)), size: size.size) }
        guard persona.words.isEmpty else {
            throw CommandProblem("the demo gives all users the same values", advice: "Leave out --demo or --as.")
        }
        return try DrawnDashboard(ofDemo: appearance.added(to: options.settings), size: size.size, linksApps: screen == .apps)
    }
}

/// Columns and rows as they are given on the command line: `120x40`.
struct ScreenSize: ExpressibleByArgument {
    private static let limit = 2000

    let size: CellSize

    init(size: CellSize) {
        self.size = size
    }

    init?(argument: String) {
        let parts = argument.lowercased().split(scalar: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let columns = parts[0], let rows = parts[1], (1...Self.limit).contains(columns),
            (1...Self.limit).contains(rows)
        else { return nil }
        size = CellSize(columns: columns, rows: rows)
    }

    var defaultValueDescription: String { "\(size.columns)x\(size.rows)" }
}
