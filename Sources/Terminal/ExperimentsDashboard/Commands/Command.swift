import ExperimentsSupport

/// An action of the operator: its names, its keys, when it is unavailable, and what it does.
///
/// Each feature declares its commands beside its state and views, and lists them. The footer, the help, the palette,
/// `bindings:` of the project file, `experiments bindings` and the documentation are generated from these lists, so
/// that a command is declared in one place.
public struct Command: Sendable {
    /// The name in `bindings:`.
    public let name: String
    /// The title in the palette and the help.
    public let title: String
    /// Other words that find the command in the palette.
    let synonyms: [String]
    /// The argument that may follow the name in the palette.
    let argument: CommandArgument?
    /// The heading for the command in the help.
    public let section: Section
    /// The default keys; hints show the first.
    public let standardKeys: [KeyPress]
    /// The screens on which its keys take precedence over other commands; nil if its keys are for every screen.
    let screens: Set<Screen>?
    /// The place in the footer; nil if the command needs no hint there.
    let footer: FooterPlace?
    /// The command of the program that does the same; nil if the command only concerns the screen.
    public let commandLine: String?
    /// Whether the command changes overrides. A read-only dashboard refuses it.
    let changesOverrides: Bool
    /// Returns why the command cannot run now; nil if it can.
    let whyNot: @Sendable (DashboardState) -> String?
    /// Runs the command, and returns its effects outside the state.
    let run: @Sendable (inout DashboardState) -> [Effect]

    /// Creates a command whose work is partly done outside the state.
    init(
        _ name: String, title: String, in section: Section, keys: [KeyPress] = [],
        on screens: Set<Screen>? = nil,
        footer: FooterPlace? = nil, shell: String? = nil, synonyms: [String] = [],
        argument: CommandArgument? = nil,
        changesOverrides: Bool = false,
        whyNot: @escaping @Sendable (DashboardState) -> String? = { _ in nil },
        run: @escaping @Sendable (inout DashboardState) -> [Effect]
    ) {
        self.name = name
        self.title = title
        self.synonyms = synonyms
        self.argument = argument
        self.section = section
        self.standardKeys = keys
        self.screens = screens
        self.footer = footer
        commandLine = shell
        self.changesOverrides = changesOverrides
        self.whyNot = whyNot
        self.run = run
    }

    /// Creates a command that changes only what the dashboard shows.
    init(
        _ name: String, title: String, in section: Section, keys: [KeyPress] = [],
        on screens: Set<Screen>? = nil,
        footer: FooterPlace? = nil, shell: String? = nil, synonyms: [String] = [],
        argument: CommandArgument? = nil,
        whyNot: @escaping @Sendable (DashboardState) -> String? = { _ in nil },
        change: @escaping @Sendable (inout DashboardState) -> Void
    ) {
        self.init(
            name, title: title, in: section, keys: keys, on: screens, footer: footer, shell: shell,
            synonyms: synonyms,
            argument: argument, whyNot: whyNot
        ) { state in
            change(&state)
            return []
        }
    }
}

extension Command {
    /// The headings of the help.
    public enum Section: String, Sendable, CaseIterable {
        /// Moving the cursor and scrolling.
        case moving = "Navigation"
        /// Going to a screen.
        case screens = "Screens"
        /// Looking at keys and details: sorting, filtering, finding, copying, exporting.
        case reading = "View"
        /// Setting, switching and removing overrides.
        case overriding = "Overrides"
        /// Declaring keys in the project file.
        case declaring = "Declarations"
        /// Fetching, comparing, alerts, and the sources, users and apps that are watched.
        case watching = "Fetches, users and apps"
        /// The dashboard itself: help, palette, themes, quitting.
        case program = "Dashboard"
        /// The user's own programs, from `commands:`.
        case own = "Own commands"
    }
}

// Names are unique, so commands with the same name are equal.
extension Command: Hashable, CustomStringConvertible {
    public static func == (left: Command, right: Command) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    public var description: String { name }
}

/// An argument that may follow a command's name in the palette, as in `theme nord` or `filter status:missing`.
struct CommandArgument: Sendable {
    /// The label before it in a list: `Theme`.
    let label: String
    /// Returns the possible values, as far as they are known.
    let choices: @Sendable (DashboardState) -> [String]
    /// Whether any text is allowed, not only one of the choices.
    let isFree: Bool
    /// Returns why a text is not accepted; nil if it is.
    let problem: @Sendable (String, DashboardState) -> String?
    /// Runs the command with the argument.
    let run: @Sendable (String, inout DashboardState) -> [Effect]

    /// Creates an argument that is one of several names.
    static func oneOf(
        _ label: String, _ choices: @escaping @Sendable (DashboardState) -> [String],
        run: @escaping @Sendable (String, inout DashboardState) -> [Effect]
    ) -> CommandArgument {
        CommandArgument(label: label, choices: choices, isFree: false, problem: { _, _ in nil }, run: run)
    }

    /// Creates an argument that is a text.
    ///
    /// - Parameter suggestions: returns texts to offer.
    static func text(
        _ label: String, suggestions: @escaping @Sendable (DashboardState) -> [String] = { _ in [] },
        problem: @escaping @Sendable (String, DashboardState) -> String? = { _, _ in nil },
        run: @escaping @Sendable (String, inout DashboardState) -> [Effect]
    ) -> CommandArgument {
        CommandArgument(label: label, choices: suggestions, isFree: true, problem: problem, run: run)
    }

    /// Returns the values that match a typed text: first those that begin with it, then those that contain it,
    /// regardless of case; if there are none, the most similar one.
    func completions(of typed: String, _ state: DashboardState) -> [String] {
        let typed = typed.lowercased()
        let choices = choices(state).map { (text: $0, searched: $0.lowercased()) }
        let beginnings = choices.filter { $0.searched.hasPrefix(typed) }
        let others = choices.filter { !$0.searched.hasPrefix(typed) && $0.searched.contains(typed) }
        let found = (beginnings + others).map(\.text)
        guard found.isEmpty, let meant = SpellingSuggestion.nearest(to: typed, in: choices.map(\.text)) else {
            return found
        }
        return [meant]
    }
}

/// A command's place in the footer: the word beside its key, and the rank of its hint.
///
/// The footer shows every command that has a place, so a new command needs nothing else to appear there.
struct FooterPlace: Sendable {
    /// The subject of a hint, the most useful first. The number orders hints about the same subject.
    enum Rank: Sendable, Hashable, Comparable {
        /// Help.
        case help
        /// The way out of full-screen details.
        case details
        /// Values of an earlier time.
        case past(Int)
        /// The search.
        case found(Int)
        /// The row under the cursor, or the marked rows.
        case row(Int)
        /// More about the row under the cursor.
        case more(Int)
        /// Fetches.
        case fetching(Int)
        /// The list as a whole.
        case list(Int)
        /// Sets of overrides.
        case profiles
        /// The other sources.
        case sources(Int)
        /// The dashboard itself.
        case program(Int)
        /// Rarely needed commands.
        case others(Int)

        /// Whether the hint is about the row under the cursor, or the marked rows.
        var isAboutRow: Bool {
            switch self {
            case .row, .more: true
            default: false
            }
        }
    }

    /// The word beside the key.
    let word: @Sendable (DashboardState) -> String
    /// Returns the rank of the hint; nil while it is not shown.
    let rank: @Sendable (DashboardState) -> Rank?
    /// The order of the hints that stay on narrow screens, the most important lowest; nil for hints that do not stay.
    let lasting: Int?

    /// Creates a place whose rank depends on the state.
    init(_ word: String, rank: @escaping @Sendable (DashboardState) -> Rank?) {
        self.init({ _ in word }, rank: rank)
    }

    /// Creates a place whose word and rank depend on the state.
    init(
        _ word: @escaping @Sendable (DashboardState) -> String,
        rank: @escaping @Sendable (DashboardState) -> Rank?
    ) {
        self.word = word
        self.rank = rank
        lasting = nil
    }

    /// Creates a place with a fixed rank.
    ///
    /// - Parameter isShown: returns whether the hint is shown.
    init(
        _ word: String, at rank: Rank, lasting: Int? = nil,
        where isShown: @escaping @Sendable (DashboardState) -> Bool = { _ in true }
    ) {
        self.word = { _ in word }
        self.lasting = lasting
        self.rank = { isShown($0) ? rank : nil }
    }
}
