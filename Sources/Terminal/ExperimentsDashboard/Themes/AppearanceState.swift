import ExperimentsSupport
import ExperimentsTerminalUI
import Foundation

/// The appearance of the dashboard and its use of the mouse.
struct AppearanceState: Sendable {
    /// The themes to choose from.
    var themes: ThemeLibrary
    /// The theme in use.
    var theme: Theme
    /// Whether the background is the theme's or the terminal's.
    let background: BackgroundChoice
    /// Whether the terminal shows only ASCII characters.
    let isASCII: Bool
    private let linkHost: String?
    /// The name of the theme that was chosen here.
    var chosenTheme: String?
    /// Whether the theme still follows the terminal's background. It does until the user chooses a theme.
    var followsBackground: Bool
    /// Whether the mouse is used. Otherwise the terminal has it.
    var usesMouse: Bool
    /// Whether the mouse was turned on or off here; nil if neither.
    var mouseChoice: Bool?
    /// The scroll bar that the mouse drags, if any.
    var heldScrollBar: HeldScrollBar?
    /// The time since which the window has not had the focus.
    var awaySince: Date?

    init(_ options: DashboardOptions) {
        themes = options.themes
        theme = options.theme
        followsBackground = options.followsBackground
        background = options.background
        usesMouse = options.usesMouse
        isASCII = options.isASCII
        linkHost = options.linkHost
    }

    /// Returns a link to a file, if the terminal shows links.
    func link(toFileAt path: String) -> Hyperlink? { linkHost.map { Hyperlink(toFileAt: path, on: $0) } }
}

extension ThemeLibrary {
    /// Returns the name of the theme for the background in `COLORFGBG`, which some terminals set: `15;0`, or with a
    /// word in the middle. Without it, returns the dark theme.
    ///
    /// - Parameter variable: the content of the variable.
    public static func usualName(colorsVariable variable: String?) -> String {
        guard let last = variable?.split(scalar: ";").last.flatMap({ Int($0) }) else { return "dark" }
        return last == 7 || (9...15).contains(last) ? "light" : "dark"
    }
}

extension AppearanceState: Feature {
    enum Message: Sendable {
        /// Use a theme until one is chosen.
        case use(Theme)
        /// Choose the current theme.
        case choose
        /// Use the theme with a name. If it has a mistake, report that and keep the last valid one.
        case take(String)
        /// The themes were read again, as far as possible. `problem` is the reason if something could not be read.
        case read(ThemeLibrary, problem: String?)
        /// The color of the terminal's background.
        case background(Color)
        /// The window gained or lost the focus.
        case focus(Bool)
        /// Leave the mouse to the terminal, or use it again.
        case switchMouse
    }

    static let commands: [Command] = [.theme, .mouse]

    mutating func update(_ message: Message, in context: DashboardState) -> [Effect] {
        switch message {
        case .use(let theme): self.theme = theme
        case .choose: return [choose()]
        case .take(let name):
            do throws(ThemeProblem) {
                theme = try themes.theme(named: name)
                return [choose()]
            } catch {
                return [.say(error.description, .error, seconds: 15)]
            }
        case .read(let library, let problem): return read(library, problem)
        case .background(let color): follow(color)
        case .focus(let isFocused): return noteFocus(isFocused, context)
        case .switchMouse:
            usesMouse.toggle()
            mouseChoice = usesMouse
            let words = usesMouse ? "mouse on; hold Shift to select text" : "mouse off, left to the terminal"
            return [.say(words, .success, seconds: 4), .setMouse(usesMouse)]
        }
        return []
    }

    /// Returns the theme in use, with the color of a source, on the chosen background.
    func shownTheme(of source: DashboardSource?) -> Theme {
        let theme = theme.banner(source?.color)
        return background == .terminal ? theme.onTerminalBackground : theme
    }

    /// Chooses the current theme: it stays from now on, and is remembered.
    private mutating func choose() -> Effect {
        chosenTheme = theme.name
        followsBackground = false
        return .say("theme \(theme.title)", .success, seconds: 3)
    }

    /// Uses the new themes. The current theme is read again. If that fails, the last valid one stays.
    private mutating func read(_ library: ThemeLibrary, _ problem: String?) -> [Effect] {
        themes = library
        let name = theme.name
        var effects: [Effect] = [.tell(ThemesPanel.self) { $0.follow(library, inUse: name) }]
        if let problem { effects.append(.say(problem, .error, seconds: 15, as: .file)) }
        guard library.names.contains(name) else { return effects }
        do throws(ThemeProblem) {
            let before = theme
            theme = try library.theme(named: name)
            // The change is visible, so there is no message.
            if theme != before {
                effects.append(.log(.said(.file, "reloaded theme \(theme.title)", .success)))
            }
        } catch {
            effects.append(.say(error.description, .error, seconds: 15, as: .file))
        }
        return effects
    }

    /// Uses the light or the dark theme, unless one was chosen.
    private mutating func follow(_ color: Color) {
        guard followsBackground, let theme = try? themes.theme(named: color.isLight ? "light" : "dark") else {
            return
        }
        self.theme = theme
    }

    /// Notes the focus. When the operator comes back, reports the changes in the meantime.
    private mutating func noteFocus(_ isFocused: Bool, _ context: DashboardState) -> [Effect] {
        guard isFocused else {
            awaySince = context.now
            return []
        }
        guard let since = awaySince else { return [] }
        awaySince = nil
        guard let (count, first) = context.source.changedAt.names(changedAfter: since) else { return [] }
        let others = count > 1 ? " and \(count - 1) more" : ""
        return [.say("while you were away: \(first)\(others) changed", .success, seconds: 12)]
    }
}

extension Command {
    static let theme: Command = Command(
        "theme", title: "Choose a theme", in: .program, keys: ["t"],
        footer: FooterPlace("theme", at: .others(9)),
        shell: "experiments themes --preview NAME", synonyms: ["colors", "colours"],
        argument: .oneOf("Theme") {
            $0.appearance.themes.names
        } run: { name, _ in
            [.send(\.appearance, .take(name))]
        },
        run: { [.open(ThemesPanel($0)), .readThemes] })
    static let mouse: Command = Command(
        "mouse", title: "Turn the mouse on or off", in: .program, keys: [.alt("m")],
        shell: "experiments --no-mouse", run: { _ in [.send(\.appearance, .switchMouse)] })
}

/// The themes; the one under the cursor is applied immediately as a preview.
struct ThemesPanel: ChoosingPanel {
    private static let take = KeyHint(.enter, "choose")

    var selected: Int
    private var names: [String]
    /// The theme before the panel was opened.
    private let original: Theme

    /// Creates the panel with the cursor on the current theme.
    init(_ state: DashboardState) {
        names = state.appearance.themes.names
        selected = names.firstIndex(of: state.theme.name) ?? 0
        original = state.theme
    }

    var count: Int { names.count }

    func outlives(changeTo source: DashboardSource) -> Bool { true }

    func hints(_ state: DashboardState) -> [KeyHint] {
        [Self.take, escapeHint] + state.project.keyMap.choosing()
    }

    mutating func handle(_ press: KeyPress, _ state: DashboardState) -> PanelAnswer {
        if state.project.keyMap.leavesPanel(press) { return .close([.send(\.appearance, .use(original))]) }
        guard state.project.keyMap.command(for: press) == .theme else { return handleChoosing(press, state) }
        move(by: 1)
        return .stay(effectsOfMoving(state))
    }

    func choose(_ state: DashboardState) -> PanelAnswer { .close([.send(\.appearance, .choose)]) }

    /// Previews a theme. If it has a mistake, reports that and keeps the last valid one.
    func effectsOfMoving(_ state: DashboardState) -> [Effect] {
        guard names.indices.contains(selected) else { return [] }
        do throws(ThemeProblem) {
            return [.send(\.appearance, .use(try state.appearance.themes.theme(named: names[selected])))]
        } catch {
            return [.say(error.description, .error, seconds: 15)]
        }
    }

    /// Takes over changed themes. The cursor stays on the current one.
    mutating func follow(_ library: ThemeLibrary, inUse name: String) {
        names = library.names
        selected = names.firstIndex(of: name) ?? min(selected, max(0, count - 1))
    }

    func title(_ state: DashboardState) -> String { "Theme" }

    func texts(_ state: DashboardState) -> [String] { names }

    func size(_ state: DashboardState) -> CellSize {
        let width = names.map { DisplayText($0).width }.max() ?? 0
        return CellSize(columns: max(width + 2, 16), rows: min(count, max(1, state.size.rows - 4)))
    }
}
