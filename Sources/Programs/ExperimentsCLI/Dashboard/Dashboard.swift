import ArgumentParser
import ExperimentsCore
import ExperimentsDashboard
import ExperimentsNcurses
import ExperimentsOperator
import ExperimentsProject
import ExperimentsTerminal
import ExperimentsTerminalUI
import Foundation

/// The dashboard, or the output that replaces it without a terminal.
struct Dashboard {
    let settings: Settings

    init(_ settings: Settings) {
        self.settings = settings
    }

    /// Opens it for the project, and returns when it is closed.
    func open() throws {
        if settings.plain { return try follow(.opened(settings, watching: true)) }
        guard Console.hasScreenAndKeyboard, !settings.json else {
            return try settings.printReport(of: .opened(settings))
        }
        try showStart()
        try show(.opened(settings, watching: true))
    }

    /// Shows a session until it is closed.
    ///
    /// - Throws: `ExitCode` if a signal closed it.
    func show(_ session: ProjectSession) throws {
        let memory = session.projectPath.map {
            DashboardMemory(folder: Environment.memoryFolder, project: $0)
        }
        var options = try DashboardAppearance(settings, session, memory: memory).options
        // Ask any question before the dashboard has the terminal.
        if let warehouse = session.warehouse, session.results != nil {
            // The dashboard is of use without results.
            do { try session.events?.consent?.ask(running: warehouse) } catch {
                options.warnings.append(ErrorReport.headline(of: error))
            }
        }
        let hooks = ProjectHooks(session, settings)
        options.warnings += hooks.problems.map { ErrorReport($0).headline }
        var shown = session.forDashboard
        if !settings.noState {
            shown.allowCommand = { try AllowedCommands().add($0) }
        }
        shown.listener = HookReporter(of: session, hooks.hooks, settings)
        let serving = DashboardServing(session)
        shown.apps = serving
        shown.servesAtStart = session.serving?.startsWithDashboard ?? false
        // However the dashboard ends, the apps file must say that there is no longer a server.
        defer { serving.close() }
        // The team must also see that this operator is gone.
        defer { session.team?.leaveSoon() }
        RunningPrograms.shared.leaveSignals()
        let terminal = try terminalOptions(options.remembered)
        let status: Int32
        do throws(TerminalProblem) {
            status = try DashboardProgram.run(shown, options: options, terminal: terminal)
        } catch {
            guard error.suggestsPlainOutput else { throw error }
            StandardError.line("note: \(error); this is the list instead")
            return try settings.printReport(of: session)
        }
        if status != ExitStatus.success { throw ExitCode(status) }
    }

    /// Returns the options for opening the terminal.
    func terminalOptions(_ remembered: RememberedView? = nil) throws -> TerminalOptions {
        let user = try Environment.userSettings(.ofDashboard)
        var options = TerminalOptions()
        options.colors = settings.color
        options.mouse = !settings.noMouse && remembered?.usesMouse ?? user.usesMouse ?? true
        options.clipboard = ClipboardChoice(rawValue: user.clipboard.rawValue) ?? .auto
        options.unicode = settings.asksForASCII.map { !$0 }
        return options
    }
}

extension ProjectSession {
    /// The session for the dashboard.
    var forDashboard: DashboardSession {
        var session = DashboardSession(
            service: service, keys: keys, sourceName: sourceName, environment: environment,
            refreshInterval: refreshInterval, overridesPath: overrides.path, author: Environment.author)
        session.sources = sources.map { DashboardSource($0.source, title: $0.title) }
        session.currentSource = currentSource
        session.openSource = openSource
        if let logPath { session.fetchLog = { FetchLog(path: logPath($0), program: "experiments") } }
        session.configuredPersona = asked?.configured
        session.personaName = asked?.name
        session.profiles = OverrideProfileStore(besideOverridesAt: overrides.path)
        session.personas = personas
        session.results = results ?? declared?.source
        session.rollouts = rollouts
        session.journal = overrides.journal
        (session.team, session.person) = (team, team == nil ? nil : TeamConnection.person())
        (session.templates, session.usesTemplate) = (templates, usesTemplate)
        session.projectEditor = projectEditor
        session.allowedCommands = AllowedCommands().digests
        session.appsFile = AppsFile(besideOverridesAt: overrides.path)
        session.program = "experiments"
        if let projectPath {
            session.appName = PathText.name(of: PathText.folder(of: projectPath))
            let code = ProjectCode(file: projectPath)
            session.codeCheck = codeCheck
            session.findReferences = { name throws(MessageError) in try code.references(of: name) }
            session.retireKey = { name, value, digest throws(MessageError) in
                try code.retirement(of: name, value: value, digest: digest)
            }
        }
        return session
    }
}

/// The appearance and the input options of the dashboard, from the command line, the last dashboard and the project.
struct DashboardAppearance {
    private(set) var options: DashboardOptions

    /// - Parameter memory: the view of the last dashboard of the project; nil to start with the defaults and store
    ///   nothing.
    init(_ settings: Settings, _ session: ProjectSession, memory: DashboardMemory?) throws {
        let recalled = settings.noState ? nil : memory?.recall()
        try self.init(
            settings, theme: session.theme, bindings: session.bindings, commands: session.commands,
            remembered: recalled?.view, localTime: .system)
        options.warnings += recalled?.warnings ?? []
        options.memory = settings.noState ? nil : memory
        options.showsHints = recalled != nil || session.showsHints
        options.alertRules = AlertRules(session.notifications)
        options.project = WatchedProject(session)
        options.asksFirst = session.asksFirst
        options.background = settings.background ?? (session.keepsTerminalBackground ? .terminal : .theme)
        options.linkHost = Console.linkHost(on: STDOUT_FILENO)
    }

    init(
        _ settings: Settings, theme: String?, bindings: [ProjectBinding], commands: [ProjectCommand] = [],
        remembered: RememberedView? = nil, localTime: LocalTime
    ) throws {
        let user = try Environment.userSettings(.ofDashboard)
        let (map, problems) = KeyMap.standard(changing: bindings, adding: commands, above: user)
        options = DashboardOptions(keyMap: map, warnings: problems.map(\.description))
        options.localTime = localTime
        options.remembered = remembered
        (options.isReadOnly, options.isASCII) = (settings.readOnly, settings.keepsToASCII)
        options.background = settings.background ?? .theme
        try take(ThemeFiles(settings.theme ?? theme ?? user.theme, folder: Environment.themesFolder))
        // The user's choice takes precedence over the project file, unless the command line has another theme.
        if settings.theme == nil, let name = remembered?.theme { recallTheme(name) }
    }

    private mutating func take(_ files: ThemeFiles) throws {
        options.themeFiles = files
        options.themes = try files.library()
        options.followsBackground = files.chosen == nil
        options.theme = try options.themes.theme(
            named: files.chosen ?? ThemeLibrary.usualName(colorsVariable: Environment["COLORFGBG"]))
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

extension WatchedProject {
    /// Creates the file of a session; nil if there is none.
    init?(_ session: ProjectSession) {
        guard let path = session.projectPath, let reread = session.reread else { return nil }
        let declared = session.declared
        self.init(path: path, fingerprint: session.fingerprint) {
            do {
                let reading = try reread()
                let project = reading.project
                let (map, problems) = try KeyMap.standard(
                    changing: project.bindings, adding: project.commands,
                    above: Environment.userSettings(.ofDashboard))
                if let problem = problems.first { return .failure(MessageError(problem.description)) }
                var update = ProjectUpdate(
                    keys: project.keys, refreshInterval: project.refresh, keyMap: map,
                    alertRules: AlertRules(project.notifications), asksFirst: project.asksFirst,
                    laterFields: reading.laterFields)
                if let declared { update.results = declared.update(project) }
                return .success(update)
            } catch {
                return .failure(MessageError(ErrorReport.headline(of: error)))
            }
        }
    }
}

extension KeyMap {
    /// Returns the default keys with the bindings and commands of a user and a project, and their problems.
    static func standard(
        changing bindings: [ProjectBinding], adding commands: [ProjectCommand], above user: UserSettings
    ) -> (map: KeyMap, problems: [Problem]) {
        let taken = bindings + commands.map { ProjectBinding(action: $0.name, keys: $0.keys) }
        let own = user.bindings(below: taken).dropLast(commands.count)
        return standard(changing: Array(own), adding: user.commands(below: commands, bindings) + commands)
    }
}

extension DashboardSource {
    /// Creates a source from a source of a project.
    fileprivate init(_ source: ProjectSource, title: String) {
        self.init(
            name: source.name, title: title, environment: source.environment,
            color: source.color.map(Color.init))
        (kind, address) = (source.kind.name, source.settings.address)
        hasTemplate = TemplateWorkspace.kinds.contains(source.kind)
        shortestInterval = (source.settings as? FirebaseSourceSettings)?.minimumFetchInterval
    }
}

// What commands say of the dashboard: its keys, and its themes.
extension Dashboard {
    /// The themes to choose from.
    static func themes(_ files: ThemeFiles) throws(FileProblem) -> ThemeLibrary { try files.library() }

    /// Returns the keys of each command, with the bindings of the user and the project, and the problems of these.
    static func bindings(
        changing bindings: [ProjectBinding], adding commands: [ProjectCommand]
    ) throws -> (bindings: [DashboardBinding], problems: [String]) {
        let (map, problems) = try KeyMap.standard(
            changing: bindings, adding: commands, above: Environment.userSettings(.ofDashboard))
        let all = map.all.map { command in
            DashboardBinding(
                action: command.name, title: command.title, section: command.section.rawValue,
                keys: map.keys(for: command).map(\.description), command: command.commandLine)
        }
        return (all, problems.map(\.description))
    }

    /// The headings under which the keys are listed.
    static var bindingSections: [String] { Command.Section.allCases.map(\.rawValue) }
}

extension ProjectVocabulary {
    /// The fields of a project file that concern the dashboard, with their valid values.
    static var ofDashboard: ProjectVocabulary {
        get throws {
            ProjectVocabulary(
                actions: Command.all.map(\.name),
                themes: try Dashboard.themes(ThemeFiles(folder: Environment.themesFolder)).names,
                screens: Screen.allCases.map(\.name),
                isKey: { (try? KeyPress(parsing: $0)) != nil })
        }
    }
}

/// A command of the dashboard with its keys.
struct DashboardBinding {
    /// The name in `bindings:`.
    let action: String
    /// The title of the command.
    let title: String
    /// The heading that it is listed under.
    let section: String
    /// The keys; empty if it has none.
    let keys: [String]
    /// The command that does the same on the command line; nil for commands that only concern the screen.
    let command: String?

    /// `{"action", "title", "section", "keys", "command"}`.
    var document: Document {
        ["action": action, "title": title, "section": section, "keys": keys, "command": command.orNull]
    }
}
