import ArgumentParser
import ExperimentsDashboard
import ExperimentsNcurses
import ExperimentsSupport
import ExperimentsTerminalUI

struct RenderCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Print a dashboard screen as text or SVG",
        discussion: """
            Fetches once, presses --keys, and prints the screen, for documentation, reports and tests. Nothing is \
            changed: overrides that the keys set exist only on the printed screen.

            --keys takes names of keys, quoted text and durations to wait: --keys '3 j Enter', --keys '/ "check" \
            Enter', --keys '+8s 6'.

            Prints plain text, unless --color is 16, 256, truecolor or always. With --svg, prints a picture in colors. \
            With --animated, the picture shows how the keys are pressed, again and again.

            With --demo, the picture is always the same, at any time and on any machine.
            """)
    static let examples: KeyValuePairs = [
        "experiments render --screen missing": "Print a screen as text",
        "experiments render --svg --size 120x40 > keys.svg": "Print a screen as SVG",
        "experiments render --svg --animated --keys '3 Enter +2s' > keys.svg": "Print an animated picture",
    ]

    @Option(help: ArgumentHelp("Columns and rows, for example 120x40", valueName: "size"))
    var size = CellSize(columns: 120, rows: 40)

    @Option(help: "Screen to show")
    var screen: Screen?

    @Option(
        help: ArgumentHelp("Keys to press first", valueName: "keys"),
        transform: { try KeyScript(parsing: $0) })
    var keys = KeyScript()

    @Flag(help: "Show the demo")
    var demo = false

    @Flag(help: "Print SVG")
    var svg = false

    @Flag(help: "With --svg, show the screen after each key")
    var animated = false

    @OptionGroup var appearance: AppearanceOptions

    @OptionGroup var persona: AskedPersonaOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard !(svg && options.json) else { throw ValidationError("--svg and --json cannot be combined") }
        guard svg || !animated else { throw ValidationError("--animated requires --svg") }
    }

    func run() throws {
        var dashboard = try opened()
        if let screen { dashboard.show(screen) }
        let settings = options.settings
        let depth = settings.color.pictureDepth
        if animated {
            return try StandardOutput.exact(
                dashboard.animation(of: keys, depth: depth ?? .truecolor, isASCII: settings.ascii))
        }
        dashboard.press(keys)
        let frame = dashboard.frame(depth: depth ?? .truecolor)
        if settings.json {
            return try StandardOutput.document(
                frame.document(of: dashboard.screenName, ascii: settings.keepsToASCII))
        }
        if svg {
            return try StandardOutput.exact(
                dashboard.svg(depth: depth ?? .truecolor, isASCII: settings.ascii))
        }
        try StandardOutput.picture(frame, depth: depth, ascii: settings.keepsToASCII)
    }

    private func opened() throws -> DrawnDashboard {
        guard demo else {
            return try DrawnDashboard(ofProject: appearance.added(to: persona.settings(options)), size: size)
        }
        guard persona.words.isEmpty else {
            throw CommandProblem("the demo has no per-user values", advice: "Remove --demo or --as.")
        }
        return try DrawnDashboard(
            ofDemo: appearance.added(to: options.settings), size: size,
            linksApps: screen == .apps || animated)
    }
}

/// The number of columns and rows on the command line: `120x40`.
extension CellSize: ExpressibleByArgument {
    private static let limit = 2000

    public init?(argument: String) {
        let parts = argument.lowercased().split(scalar: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let columns = parts[0], let rows = parts[1],
            (1...Self.limit).contains(columns),
            (1...Self.limit).contains(rows)
        else { return nil }
        self.init(columns: columns, rows: rows)
    }

    public var defaultValueDescription: String { "\(columns)x\(rows)" }
}

extension Frame {
    /// Returns a screen of the dashboard: `{"screen", "columns", "rows", "lines"}`.
    ///
    /// - Parameter screen: the name of the screen.
    func document(of screen: String, ascii: Bool) -> Document {
        [
            "screen": screen, "columns": size.columns, "rows": size.rows,
            "lines": text(ascii: ascii).split(scalar: "\n", omittingEmptySubsequences: false).map(
                String.init),
        ]
    }
}

extension ColorChoice {
    /// The colors for printing a screen; nil for plain text, unless colors are requested.
    var pictureDepth: ColorDepth? {
        switch self {
        case .auto, .never: nil
        case .palette16: .ansi16
        case .palette256: .indexed256
        case .always, .truecolor: .truecolor
        }
    }
}
