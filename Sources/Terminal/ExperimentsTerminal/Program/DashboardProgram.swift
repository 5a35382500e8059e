#if os(macOS) || !canImport(Darwin)
import ExperimentsCore
import ExperimentsDashboard
import Foundation
import ExperimentsNcurses

/// The dashboard on a terminal: one loop on one thread, which owns the terminal and the state. All other threads post
/// messages to it.
package final class DashboardProgram {
    private let terminal: Terminal
    private let inbox: Inbox<Message>
    private let runner: EffectRunner
    private let commands: CommandRunner
    private let environment: [String: String]
    private let clipboard: ClipboardChoice
    private var state: DashboardState
    private let memory: DashboardMemory?
    private var themes: ThemeWatch?
    private var project: ProjectWatch?
    /// The theme in use, as written and as adapted to the terminal's colors.
    private var adaptedTheme: (original: Theme, adapted: Theme)?
    private var nextTick = ContinuousClock.now
    private var clock = ClockWatch()

    /// Runs the dashboard until the user leaves it. Call it on the main thread, and let it return: however it ends, it
    /// restores the terminal.
    ///
    /// - Parameters:
    ///   - session: what to show.
    ///   - options: the appearance and the input options.
    ///   - terminal: the options for the terminal.
    ///   - environment: the environment, with `TERM`, `VISUAL`, `EDITOR` and others.
    /// - Returns: the exit status: 0 after the user left, otherwise 128 plus the signal.
    /// - Throws: `TerminalProblem` if there is no usable terminal.
    package static func run(
        _ session: DashboardSession, options: DashboardOptions = DashboardOptions(),
        terminal terminalOptions: TerminalOptions = TerminalOptions(),
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(TerminalProblem) -> Int32 {
        var terminalOptions = terminalOptions
        if Multiplexer.isScreen(environment) { terminalOptions.mouse = false }
        let terminal = try Terminal(terminalOptions, environment: environment)
        defer { terminal.close() }
        var options = options
        options.warnings += terminal.warnings
        options.usesMouse = terminalOptions.mouse
        options.seed = options.seed ?? .random(in: 0 ... .max)
        let program = DashboardProgram(
            session, options: options, terminal: terminal, inbox: try Inbox<Message>(),
            environment: environment,
            clipboard: terminalOptions.clipboard)
        defer {
            program.commands.stopAll()
            program.remember()
        }
        return program.loop(options)
    }

    private init(
        _ session: DashboardSession, options: DashboardOptions, terminal: Terminal, inbox: Inbox<Message>,
        environment: [String: String], clipboard: ClipboardChoice
    ) {
        self.terminal = terminal
        self.clipboard = clipboard
        self.inbox = inbox
        self.environment = environment
        memory = options.memory
        // Listen before making the state, so that no change is lost between the two.
        runner = EffectRunner(session: session) { inbox.post($0) }
        commands = CommandRunner(environment: environment) { inbox.post($0) }
        state = DashboardState(session: session, options: options, size: terminal.size, now: Date())
    }

    private func loop(_ options: DashboardOptions) -> Int32 {
        present()
        if let exitCode = tick() { return exitCode }
        present()
        // The first frame does not wait for these.
        if state.followsBackground { terminal.askForBackground() }
        themes = options.themeFiles.map { files in ThemeWatch(files) { [inbox] in inbox.post($0) } }
        project = options.project.map { project in ProjectWatch(project) { [inbox] in inbox.post($0) } }
        return terminal.run(inbox: inbox, deadline: { nextTick }, handle: handle)
    }

    private func handle(_ events: [LoopEvent<Message>]) -> Int32? {
        var rest = events[...]
        while let event = rest.popFirst() {
            let code: Int32? =
                switch event {
                case .input(let input): take(input, before: &rest)
                case .message(let message): take(message)
                case .tick: tick()
                case .resumed, .terminated: nil
                }
            if let code { return code }
        }
        present()
        return nil
    }

    /// Handles an input event. If it opens a text field, the letters that arrived with it go into that field together.
    private func take(_ input: InputEvent, before rest: inout ArraySlice<LoopEvent<Message>>) -> Int32? {
        if case .typed(let text) = input, !state.takesText {
            var letters = text.unicodeScalars[...]
            while let letter = letters.popFirst() {
                if let code = take(.input(.key(KeyPress(.character(Character(letter)))))) { return code }
                // One of the letters may have opened a field for the others.
                if state.takesText, !letters.isEmpty { return take(.typed(String(letters)), before: &rest) }
            }
            return nil
        }
        let following = rest.lazy.map { event -> InputEvent? in
            if case .input(let input) = event { input } else { nil }
        }
        guard state.takesText, let typed = TypedText(input, following), typed.isSeveral else {
            return take(.input(input))
        }
        rest = rest.dropFirst(typed.count - 1)
        return take(.input(.paste(typed.text)))
    }

    private func tick() -> Int32? {
        scheduleTick()
        return take(.tick)
    }

    /// Wakes the program when the clock in the header changes, at most once a second.
    private func scheduleTick() {
        let fraction = Date().timeIntervalSince1970.truncatingRemainder(dividingBy: 1)
        nextTick = ContinuousClock.now + .milliseconds(Int((1 - fraction) * 1000) + 1)
    }

    private func present() {
        terminal.present(DashboardView.frame(of: state, theme: theme()))
    }

    private func theme() -> Theme {
        let theme = state.shownTheme
        if let adaptedTheme, adaptedTheme.original == theme { return adaptedTheme.adapted }
        let adapted = theme.adapted(to: terminal.colorDepth)
        adaptedTheme = (theme, adapted)
        return adapted
    }

    /// Stores the view of the dashboard. An error is not shown, because the screen is already gone; the next dashboard
    /// then starts with the defaults.
    private func remember() {
        try? memory?.remember(RememberedView(of: state))
    }

    /// Updates the state and runs the effects. Returns an exit code if the dashboard should quit.
    private func take(_ message: Message) -> Int32? {
        let jump = clock.jump()
        if jump != 0 { state.clockWasSet(by: jump) }
        for effect in state.update(message, at: Date()) {
            switch effect {
            case .openEditor(let request): openEditor(request)
            case .openPlace(let place): open(place)
            case .runCommand(let request) where request.command.output == .terminal:
                commands.run(request, on: terminal)
            case .runCommand(let request): commands.start(request)
            case .stopCommand(let id): commands.stop(id)
            case .copy(let text): copy(text)
            case .setMouse(let isOn): terminal.setMouse(isOn)
            case .readThemes: themes?.read()
            case .alert(let alert): tell(alert)
            case .redraw: terminal.redrawCompletely()
            case .suspend: terminal.suspend()
            case .quit: return 0
            default: runner.run(effect)
            }
        }
        return nil
    }

    /// Copies a text: in the background with programs that report success, and through the terminal, which does not.
    private func copy(_ text: String) {
        let plan = ClipboardPlan(for: text, by: clipboard, environment: environment)
        let isSent = plan.asksTerminal && terminal.copyToClipboard(text)
        guard !plan.programs.isEmpty else {
            inbox.post(.copied(text, CopyOutcome(wasSent: isSent)))
            return
        }
        Task.detached { [inbox, environment] in
            let places = await OwnThread.run { plan.places { $0.run(with: text, environment: environment) } }
            inbox.post(.copied(text, CopyOutcome(places: places, wasSent: isSent)))
        }
    }

    private func tell(_ alert: Alert) {
        if alert.ways.contains(.bell) { terminal.bell() }
        if alert.ways.contains(.desktop) { terminal.notifyDesktop(alert.text) }
    }

    private func open(_ place: FilePlace) {
        let failure = ExternalEditor(environment: environment).open(place, on: terminal)
        inbox.post(.placeClosed(place, failure))
    }

    private func openEditor(_ request: EditorRequest) {
        let result = ExternalEditor(environment: environment).edit(request, on: terminal)
        inbox.post(.editorClosed(request, result))
    }
}
#endif
#if os(macOS) || !canImport(Darwin)
import ExperimentsCore
import ExperimentsDashboard
import ExperimentsProject
import ExperimentsNcurses

// The first screen if there is no project yet.
extension DashboardProgram {
    /// Offers the sources from which a project file can be drafted, until one is written or the user leaves the screen.
    ///
    /// - Parameters:
    ///   - findings: the sources that were found.
    ///   - path: the path of the project file, as messages show it.
    ///   - write: writes the text of the file; called on any thread.
    /// - Returns: the exit status, and whether a file was written.
    /// - Throws: `TerminalProblem` if there is no usable terminal.
    package static func start(
        with findings: SourceFindings, path: String, options: DashboardOptions, terminal: TerminalOptions,
        write: @escaping @Sendable (_ text: String) throws -> Void
    ) throws(TerminalProblem) -> (status: Int32, wasWritten: Bool) {
        let wasWritten = OneWayFlag()
        var session = DashboardSession(
            service: RemoteConfigService(
                remoteConfigKeeper: InMemoryRemoteConfigKeeper(.empty), overrideStore: InMemoryOverrideStore()
            ),
            keys: [], sourceName: "no project")
        session.starting = ProjectStarting(findings, path: path) { text in
            try write(text)
            wasWritten.set()
        }
        let status = try run(session, options: options, terminal: terminal)
        return (status, wasWritten.isSet)
    }
}
#endif
