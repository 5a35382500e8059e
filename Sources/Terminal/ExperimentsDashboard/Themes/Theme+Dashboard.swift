import ExperimentsCore
import TerminalUI

extension Role {
    /// A key whose value is as declared.
    package static let ok = Role("ok", own: 0)
    /// A declared key that the source does not hold.
    package static let missing = Role("missing", own: 1)
    /// A value that the key's schema refuses.
    package static let incorrect = Role("incorrect", own: 2)
    /// A value set by the operator.
    package static let override = Role("override", own: 3)
    /// A key for which the source says to use the app's default.
    package static let `default` = Role("default", own: 4)
    /// A name that the source has and no key declares.
    package static let undeclared = Role("undeclared", own: 5)
    /// A declared key with an unknown value, because nothing was ever fetched.
    package static let unknown = Role("unknown", own: 6, elder: .dim)
    /// A value that changed a moment ago.
    package static let changed = Role("changed", own: 7)
    /// A key that came a moment ago.
    package static let added = Role("added", own: 8)
    /// A key that went a moment ago.
    package static let removed = Role("removed", own: 9)
    /// The sign that updates come in.
    package static let live = Role("live", own: 10)
    /// The sign that the values are not fresh.
    package static let stale = Role("stale", own: 11)
    /// The sign that updates are held back.
    package static let paused = Role("paused", own: 12)
    /// The name of a production environment.
    package static let badgeProduction = Role("badgeProduction", own: 13)
    /// The heading of a group of keys.
    package static let group = Role("group", own: 14)
    /// The name of a key.
    package static let key = Role("key", own: 15)
    /// A value.
    package static let value = Role("value", own: 16)
    /// The type of a value.
    package static let type = Role("type", own: 17)
    /// The age of something.
    package static let age = Role("age", own: 18)

    /// Every role of the dashboard's themes, in the order of listings.
    package static let dashboard: [Role] = [
        .text, .panel, .dim, .title, .header, .headerLabel, .tab, .tabActive, .columnHeader, .cursorRow, .selectedRow,
        .border, .borderActive,
        .scrollBar, .footerKey, .footerText, .ok, .missing, .incorrect, .override, .default, .undeclared, .unknown,
        .changed,
        .added, .removed, .filterMatch, .prompt, .promptError, .caret, .warning, .error, .success, .live, .stale,
        .paused, .popup, .popupTitle, .popupBorder, .shadow, .badgeProduction, .group, .key, .value, .type, .age,
        .sparkline,
        .diffOld, .diffNew,
    ]
}

extension Theme {
    /// Returns the theme with a color behind the name of the environment, so that production and staging cannot be
    /// confused.
    public func banner(_ color: Color?) -> Theme {
        guard let color else { return self }
        var theme = self
        let style = CellStyle(foreground: Self.readable(on: color), background: color, attributes: .bold)
        theme[.badgeProduction] = style
        theme.basicStyles[.badgeProduction] = nil
        return theme
    }

    /// Black or white, whichever can be read.
    private static func readable(on color: Color) -> Color {
        switch color {
        case .rgb(let red, let green, let blue):
            let luminance = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
            return luminance > 140_000 ? .ansi(0) : .ansi(15)
        case .ansi(let index):
            // Of the eight colors, these are bright enough on every palette.
            return [2, 3, 6, 7].contains(index & 7) ? .ansi(0) : .ansi(15)
        case .indexed, .terminal: return .ansi(15)
        }
    }
}

extension ThemeText {
    /// The themes of the folder `Themes`, which are in the program, so that an installed one needs no files.
    ///
    /// A target has its resources in its own folder, so `BuiltIn` there is a link to `Themes`.
    static let builtIn: [ThemeText] = [
        ThemeText(builtIn: "colour-blind-light", PackageResources.colour_blind_light_yaml),
        ThemeText(builtIn: "colour-blind", PackageResources.colour_blind_yaml),
        ThemeText(builtIn: "dark", PackageResources.dark_yaml),
        ThemeText(builtIn: "dracula", PackageResources.dracula_yaml),
        ThemeText(builtIn: "dusk", PackageResources.dusk_yaml),
        ThemeText(builtIn: "gruvbox", PackageResources.gruvbox_yaml),
        ThemeText(builtIn: "high-contrast", PackageResources.high_contrast_yaml),
        ThemeText(builtIn: "light", PackageResources.light_yaml),
        ThemeText(builtIn: "monochrome", PackageResources.monochrome_yaml),
        ThemeText(builtIn: "nord", PackageResources.nord_yaml),
        ThemeText(builtIn: "paper", PackageResources.paper_yaml),
        ThemeText(builtIn: "solarized-dark", PackageResources.solarized_dark_yaml),
        ThemeText(builtIn: "solarized-light", PackageResources.solarized_light_yaml),
    ]

    private init(builtIn name: String, _ bytes: [UInt8]) {
        self.init(name: name, source: "theme \(name)", text: String(decoding: bytes, as: UTF8.self))
    }
}

extension ThemeLibrary {
    /// The dashboard's own themes, and others; one with the name of a built-in theme takes its place.
    public init(adding others: [ThemeText] = []) {
        self = ThemeLibrary(builtIn: ThemeText.builtIn, roles: Role.dashboard).adding(others)
    }
}

extension ThemeFiles {
    /// Reads the themes, and adds them to the dashboard's own. Unreadable themes of the folder are left out; an
    /// unreadable theme that was given by path is an error.
    ///
    /// - Throws: `FileProblem` if the path cannot be read.
    public func library() throws(FileProblem) -> ThemeLibrary { try library(over: ThemeLibrary()) }
}

extension ThemeWatch {
    /// Creates a watcher that reads the dashboard's themes again whenever one of their files changes.
    ///
    /// - Parameter post: receives messages, on any thread.
    package convenience init(_ files: ThemeFiles, post: @escaping @Sendable (Message) -> Void) {
        self.init(files, over: ThemeLibrary()) { post(.themesRead($0, problem: $1)) }
    }
}
