import ExperimentsCore
import ExperimentsOperator
import Foundation

/// The whole state of the dashboard: a value that `update` changes and the views draw.
package struct DashboardState: Sendable {
    /// The content of the project file and of the command line.
    var project: ProjectState
    /// Everything about the current source. Another source replaces it.
    var shown: ShownSource
    /// The store of overrides, the team that shares them, and the pending change.
    var overriding: OverridingState
    /// The apps that are linked, and serving them.
    var apps: AppsState
    /// The results of the declared experiments.
    var experiments: ExperimentsState
    /// The rollouts of the project file.
    var rollouts: RolloutsState
    /// The size of the terminal.
    package internal(set) var size: CellSize
    /// The current time, to the second.
    package internal(set) var now: Date
    /// The lists of the screens, and the current screen.
    var list = ListState()
    /// The details of the row under the cursor.
    var details: DetailsState
    /// What other sources and the app's code say about the key of the full-screen details.
    var elsewhere = ElsewhereState()
    /// The panels over the screen.
    var panels = PanelStack()
    /// The messages above the footer.
    var notices = NoticeState()
    /// The log of events and messages.
    var log: OperatorLog
    /// The theme, and other settings of the appearance.
    var appearance: AppearanceState
    /// What the dashboard remembers about its use.
    var memory: MemoryState
    /// What is kept about the sources that were shown before, by name.
    var keptSources: [String: KeptSource] = [:]
    /// Two sources side by side.
    var comparison = ComparisonState()
    /// Keys for several personas or at several sources.
    var matrix = MatrixState()
    /// The programs of the user's own commands.
    var ownCommands: OwnCommandsState
    /// The work in the background.
    var background = BackgroundWork()

    /// The number of seconds for which a change stays marked.
    static let markDuration: TimeInterval = 10
    /// The minimum width for open details at the start.
    static let wideColumns = 120
    /// The minimum height for open details at the start, below a list of few wide rows.
    static let highRows = 24
    /// The number of rows that a list must leave free for open details below it at the start.
    private static let freeRows = 8
    /// The number of rows around a list and its details.
    private static let rowsAround = 6

    /// Creates the state of a dashboard that was just opened, with what the service already has.
    package init(session: DashboardSession, options: DashboardOptions, size: CellSize, now: Date) {
        (self.size, self.now) = (size, now)
        project = ProjectState(session, options)
        shown = ShownSource(session, at: now, seed: options.seed)
        overriding = OverridingState(session)
        apps = AppsState(session)
        experiments = ExperimentsState(session)
        rollouts = RolloutsState(session)
        log = OperatorLog(session)
        ownCommands = OwnCommandsState(session)
        let isWide = size.columns >= Self.wideColumns
        let freeRows = size.rows - Self.rowsAround - session.keys.count
        details = DetailsState(
            isShownBeside: isWide || freeRows >= Self.freeRows,
            isShownBelow: isWide || size.rows >= Self.highRows)
        details.sharesScreen = Layout.sharesScreen(size, details.arrangement)
        appearance = AppearanceState(options)
        memory = MemoryState(showsHints: options.showsHints)
        if let name = source.name { project.configuredPersonas[name] = source.persona?.configured }
        if let view = options.remembered { recall(view) }
        _ = update(\.log, with: .opened(history.fetches.records))
        // The screen shows the first one, and the log has the others.
        for warning in options.warnings.reversed() { say(warning, .warning, seconds: 15) }
        if let starting = session.starting { panels.push(StartPanel(starting)) }
        chooseRows()
        reportChanged()
        notePlace()
    }

    /// The current screen.
    package internal(set) var screen: Screen {
        get { list.screen }
        set {
            list.screen = newValue
            arrangeDetails()
        }
    }

    /// The theme in use.
    package var theme: Theme { appearance.theme }
    /// The theme in use, with the color of the current source, on the chosen background.
    package var shownTheme: Theme { appearance.shownTheme(of: source.listed) }
    /// The name of the source in the header.
    package var sourceName: String { source.title }
    /// Whether the theme still follows the terminal's background. It does until the user chooses a theme.
    package var followsBackground: Bool { appearance.followsBackground }

    private mutating func arrangeDetails() {
        details.arrangement = screen.list.arrangement
        details.sharesScreen = Layout.sharesScreen(size, details.arrangement)
    }

    /// Whether a list of keys is visible.
    var listsKeysInView: Bool { screen.listsKeys && !showsOnlyDetails }

    /// Whether the details take the whole screen.
    var showsOnlyDetails: Bool { details.isShown && layout.list.isEmpty }

    /// Whether something is in progress that will change the screen.
    package var isBusy: Bool { fetching.activity != .idle }
}

extension DashboardState {
    mutating func handle(_ event: InputEvent) -> [Effect] {
        if !fits, let effects = handleUnseen(event) { return effects }
        switch event {
        case .resized(let size):
            self.size = size
            arrangeDetails()
            followItem()
            return []
        case .key(let press):
            defer { tellLeftOut() }
            return handle(press)
        case .typed(let text), .paste(let text):
            defer { tellLeftOut() }
            return paste(text)
        case .unfinishedPaste:
            say("a paste has not ended, so keys are text; ctrl-c quits", .warning, seconds: 10)
            return []
        case .mouse(let mouse): return handle(mouse)
        case .focus(let isFocused): return update(\.appearance, with: .focus(isFocused))
        case .background(let color): return update(\.appearance, with: .background(color))
        }
    }

    /// Handles input while the screen shows only its size, so that effects would be invisible. The keys that quit still
    /// work.
    ///
    /// - Returns: nil if it should be handled as usual.
    private func handleUnseen(_ event: InputEvent) -> [Effect]? {
        switch event {
        case .key(let press):
            // A typed letter must not quit the dashboard.
            if takesText, press.modifiers.isEmpty { return [] }
            switch project.keyMap.command(for: press) {
            case .quit: return [.quit]
            case .suspend: return [.suspend]
            default: return press == KeyPress(.character("c"), modifiers: .control) ? [.quit] : []
            }
        case .typed, .paste, .mouse: return []
        case .resized, .focus, .background, .unfinishedPaste: return nil
        }
    }

    /// The meaning of a key with alt, for which a terminal sends the same as for Esc and the key right after it.
    private enum AltMeaning {
        /// It has a meaning of its own.
        case own
        /// Esc and the key.
        case escapeThen(KeyPress)
        /// Nothing. Where Esc closes something, the key would act on what is behind it, which the user did not mean.
        case nothing
    }

    private func meaning(ofAlt press: KeyPress) -> AltMeaning {
        guard press.modifiers.contains(.alt), project.keyMap.command(for: press) == nil else { return .own }
        if takesText, TextField.edits(with: press) { return .own }
        switch press.key {
        case .character, .enter, .tab, .backspace:
            if takesText || !panels.isEmpty { return .nothing }
            return .escapeThen(KeyPress(press.key, modifiers: press.modifiers.subtracting(.alt)))
        default: return .own
        }
    }

    private mutating func handle(_ press: KeyPress) -> [Effect] {
        switch meaning(ofAlt: press) {
        case .own: break
        case .escapeThen(let key): return handle(KeyPress(.escape)) + handle(key)
        case .nothing:
            say("\(press) does nothing here", .warning, seconds: 3)
            return []
        }
        // Quitting must work everywhere.
        if press == KeyPress(.character("c"), modifiers: .control) { return [.quit] }
        // These commands work over panels too: anything can be exported as a picture, and the screen can become garbled
        // at any time.
        if !takesText, let command = project.keyMap.command(for: press), [.shot, .redraw].contains(command) {
            return perform(command)
        }
        if !panels.isEmpty { return handleInPanel(press) }
        if list.filterField != nil || list.search.field != nil { return update(\.list, with: .typed(press)) }
        if details.search.field != nil { return update(\.details, with: .typed(press)) }
        guard let action = command(for: press) else {
            let help = project.keyMap.words(.help, "shows the keys").map { "; " + $0 } ?? ""
            say("\(press) does nothing here\(help)", .warning, seconds: 3)
            return []
        }
        return screen.list.performInDetails(action, &self).map { settle($0) } ?? perform(action)
    }

    /// Returns the command of a key on this screen. During a search, the key for the next match has this meaning on
    /// every screen.
    func command(for press: KeyPress) -> Command? {
        let usual = project.keyMap.command(for: press)
        if list.search.isActive, usual == .findNext || usual == .findPrevious { return usual }
        return project.keyMap.command(for: press, on: screen)
    }

    /// Whether the user is typing into the line above the footer.
    var isTyping: Bool { list.filterField != nil || list.search.field != nil || details.search.field != nil }

    /// Pastes text, which is data: it goes only into a text field.
    private mutating func paste(_ text: String) -> [Effect] {
        guard panels.isEmpty else { return withTopPanel { $0.pasted(text, $1) } }
        if list.filterField != nil || list.search.field != nil { return update(\.list, with: .pasted(text)) }
        return details.search.field == nil ? [] : update(\.details, with: .pasted(text))
    }
}

extension Panel {
    fileprivate mutating func pasted(_ text: String, _ state: DashboardState) -> PanelAnswer {
        paste(text, state)
        return .stay()
    }
}
