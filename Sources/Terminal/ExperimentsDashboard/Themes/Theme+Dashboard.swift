import ExperimentsCore
import ExperimentsTerminalUI

extension Role {
    /// A key whose value is valid.
    package static let ok = Role("ok", own: 0)
    /// A declared key without a value at the source.
    package static let missing = Role("missing", own: 1)
    /// A value that is not valid for the key's schema.
    package static let incorrect = Role("incorrect", own: 2)
    /// A value set by the operator.
    package static let override = Role("override", own: 3)
    /// A key whose default the source tells the app to use.
    package static let `default` = Role("default", own: 4)
    /// A name at the source that is not declared as a key.
    package static let undeclared = Role("undeclared", own: 5)
    /// A declared key with an unknown value, because nothing was fetched yet.
    package static let unknown = Role("unknown", own: 6, elder: .dim)
    /// A value that changed a moment ago.
    package static let changed = Role("changed", own: 7)
    /// A key that was added a moment ago.
    package static let added = Role("added", own: 8)
    /// A key that was removed a moment ago.
    package static let removed = Role("removed", own: 9)
    /// The sign for live updates.
    package static let live = Role("live", own: 10)
    /// The sign for old values.
    package static let stale = Role("stale", own: 11)
    /// The sign for updates that are held back.
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
        .text, .panel, .dim, .title, .header, .headerLabel, .tab, .tabActive, .columnHeader, .cursorRow,
        .selectedRow,
        .border, .borderActive,
        .scrollBar, .footerKey, .footerText, .ok, .missing, .incorrect, .override, .default, .undeclared,
        .unknown,
        .changed,
        .added, .removed, .filterMatch, .prompt, .promptError, .caret, .warning, .error, .success, .live,
        .stale,
        .paused, .popup, .popupTitle, .popupBorder, .shadow, .badgeProduction, .group, .key, .value, .type,
        .age,
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

    /// Returns black or white, whichever is readable on a color.
    private static func readable(on color: Color) -> Color {
        switch color {
        case .rgb(let red, let green, let blue):
            let luminance = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
            return luminance > 140_000 ? .ansi(0) : .ansi(15)
        case .ansi(let index):
            // Of the eight colors, these are bright in every palette.
            return [2, 3, 6, 7].contains(index & 7) ? .ansi(0) : .ansi(15)
        case .indexed, .terminal: return .ansi(15)
        }
    }
}

extension ThemeText {
    /// The themes of the folder `Themes`, which are part of the program, so that an installed program needs no files.
    ///
    /// A target has its resources in its own folder, so `BuiltIn` is a link to `Themes`.
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
    /// Creates a library of the dashboard's own themes and others. A theme with the name of a built-in one replaces it.
    public init(adding others: [ThemeText] = []) {
        self = ThemeLibrary(builtIn: ThemeText.builtIn, roles: Role.dashboard).adding(others)
    }
}

extension ThemeFiles {
    /// Reads the themes, and adds them to the dashboard's own. Themes in the folder that cannot be read are left out.
    ///
    /// - Throws: `FileProblem` if the theme requested by path cannot be read.
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
