import ArgumentParser
import ExperimentResults
import ExperimentsCore
import ExperimentsDashboard
import FirebaseTemplates
import Foundation
import NcursesTerminal
import RemoteConfigEmulator
import TerminalUI

/// Prints what the dashboard shows.
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
    var screen: ScreenName?

    @Option(
        help: ArgumentHelp("What to press before the screen is printed.", valueName: "keys"),
        transform: { try KeyScript(parsing: $0) })
    var keys = KeyScript()

    @Flag(help: "Show the demo, as it is when it has just begun.")
    var demo = false

    @Flag(help: "Print an SVG picture.")
    var svg = false

    @OptionGroup var asking: AskingOptions

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func validate() throws {
        guard !(svg && options.json) else { throw ValidationError("--svg and --json exclude each other") }
    }

    func run() throws {
        var rehearsal = try demo ? demoRehearsal() : projectRehearsal()
        if let screen { rehearsal.show(screen.screen) }
        rehearsal.play(keys)
        let settings = options.settings
        let depth = settings.color.pictureDepth
        let frame = rehearsal.frame(depth: depth ?? .truecolor)
        if settings.json {
            return try StandardOutput.document(
                FrameDocument(frame, of: rehearsal.state.screen.name, ascii: settings.keepsToASCII).json)
        }
        if svg {
            return try StandardOutput.exact(ScreenPicture(of: rehearsal.state, depth: depth ?? .truecolor).svg)
        }
        try StandardOutput.picture(frame, depth: depth, ascii: settings.keepsToASCII)
    }

    private func projectRehearsal() throws -> DashboardRehearsal {
        let settings = try asking.settings(options)
        let session = try ProjectSession.opened(settings)
        let options = try DashboardAppearance(settings, session, memory: nil).options
        let service = session.service
        var rehearsal = DashboardRehearsal(
            session.forDashboard, options: options, size: size.size, now: Date(),
            template: {
                guard let workspace = try session.templates?(session.currentSource) else { return nil }
                return try Progress.wait("Reading \(workspace.origin.title)") {
                    (try await workspace.draft(), workspace)
                }
            }
        ) { trigger, _ in
            _ = try? Progress.wait("Fetching from \(session.sourceName)") { try await service.fetch(trigger) }
            return [.snapshotChanged(service.snapshot)]
                + (service.history.last.map { [ServiceEvent.fetchFinished($0)] } ?? [])
        }
        let evaluator = MatrixEvaluator(session.forDashboard)
        rehearsal.evaluate = { request in
            let answer = try? Progress.wait("Comparing") { await evaluator.answer(to: request, at: Date()) }
            return answer ?? .failure(MatrixRefusal("it could not be found out"))
        }
        if let results = session.results {
            let splits = SplitMemory()
            rehearsal.results = { now in
                let known = splits.known(
                    of: service, session.currentSource, keys: session.keys, subjects: results.subjects)
                return ResultsAnswer {
                    try Progress.wait("Reading what came in") {
                        ExperimentStandings(try await results.standings(at: now, known, keepingLooks: false))
                    }
                }
            }
        }
        if service.history.lastSuccess != nil { try session.asked?.check() }
        return rehearsal
    }

    private func demoRehearsal() throws -> DashboardRehearsal {
        guard asking.persona.isEmpty else {
            throw CommandProblem("the demo answers everybody alike", advice: "Leave out --demo or --as.")
        }
        let options = try DashboardAppearance(options.settings, theme: nil, bindings: [], localTime: .utc).options
        var playback = DemoPlayback()
        let results = RehearsedDemoResults()
        var session = DemoPlayback.session
        session.results = results.source
        var rehearsal = DashboardRehearsal(
            session, options: options, size: size.size, now: DemoPlayback.start
        ) { trigger, now in playback.fetch(trigger, at: now) }
        rehearsal.results = { now in ResultsAnswer { ExperimentStandings(try results.standings(at: now)) } }
        // Other pictures show a dashboard without linked apps, like most dashboards.
        if screen?.screen == .apps {
            var apps = DemoPlayback()
            rehearsal.linkedApps = { apps.apps(with: $0, at: $1) }
        }
        return rehearsal
    }
}

/// A screen of the dashboard as it is named on the command line: by its title in small letters.
struct ScreenName: ExpressibleByArgument {
    /// The screen.
    let screen: Screen

    init?(argument: String) {
        guard let screen = Screen(named: argument) else { return nil }
        self.screen = screen
    }

    static var allValueStrings: [String] { Screen.allCases.map(\.name) }
}

extension DemoPlayback {
    /// What the dashboard of the demo is opened on.
    fileprivate static var session: DashboardSession {
        DashboardSession(
            service: RemoteConfigService(remoteConfigKeeper: InMemoryRemoteConfigKeeper(), now: { start }),
            keys: DemoCatalogue.keys, sourceName: "demo", refreshInterval: Demo.refreshInterval, author: "you")
    }
}

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
            theme = try files.library().theme(named: files.chosen ?? name)
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
        var table = Table([.init(title: "ROLE", limit: 20), .init(title: "STYLE", limit: 60)])
        for role in Role.dashboard { table.append([.init(role.name), .init(theme[role].description)]) }
        try StandardOutput.write("\n" + table.text(PlainText(settings), width: Console.columns))
    }

    private func frame(depth: ColorDepth) throws -> Frame {
        var playback = DemoPlayback()
        var rehearsal = DashboardRehearsal(
            DemoPlayback.session, options: DashboardOptions(theme: theme), size: Self.size, now: DemoPlayback.start
        ) { trigger, now in playback.fetch(trigger, at: now) }
        rehearsal.play(try KeyScript(parsing: "o Down Enter +3s"))
        return rehearsal.frame(depth: depth)
    }

    private var document: JSONValue {
        var roles = JSONObject()
        for role in Role.dashboard { roles[role.name] = .string(theme[role].description) }
        return [
            "schema": .number(DocumentSchema.version), "name": .string(theme.name), "title": .string(theme.title),
            "dark": .bool(theme.isDark), "roles": .object(roles),
        ]
    }
}

/// Columns and rows as they are given on the command line: `120x40`.
struct ScreenSize: ExpressibleByArgument {
    private static let limit = 2000

    /// Columns and rows.
    let size: CellSize

    init(size: CellSize) {
        self.size = size
    }

    init?(argument: String) {
        let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let columns = parts[0], let rows = parts[1], (1...Self.limit).contains(columns),
            (1...Self.limit).contains(rows)
        else { return nil }
        size = CellSize(columns: columns, rows: rows)
    }

    var defaultValueDescription: String { "\(size.columns)x\(size.rows)" }
}

extension ColorChoice {
    /// The colours of a screen that is printed; nil for plain text, which it is where no colours are asked for.
    var pictureDepth: ColorDepth? {
        switch self {
        case .auto, .never: nil
        case .palette16: .ansi16
        case .palette256: .indexed256
        case .always, .truecolor: .truecolor
        }
    }
}
