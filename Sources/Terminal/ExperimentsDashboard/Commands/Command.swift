import ExperimentsSupport

/// Something that the operator can do: its names, its keys, when it cannot be done, and what it does.
///
/// Each feature declares its commands beside its state and views, and lists them. The footer, the help, the palette,
/// `bindings:` of the project file, `experiments bindings` and the documentation are generated from these lists, so
/// that a command is declared in one place.
public struct Command: Sendable {
    /// Its name in `bindings:`.
    public let name: String
    /// The title in the palette and the help.
    public let title: String
    /// Other words by which the palette finds it.
    let synonyms: [String]
    /// The argument that may follow its name in the palette.
    let argument: CommandArgument?
    /// The heading under which the help lists it.
    public let section: Section
    /// The default keys, the one to show first.
    public let standardKeys: [KeyPress]
    /// The screens on which its keys are its own, whatever else they do elsewhere; nil if its keys are for every
    /// screen.
    let screens: Set<Screen>?
    /// Its place in the footer; nil for what needs no hint there.
    let footer: FooterPlace?
    /// The equivalent on the command line.
    public let twin: Twin
    /// Whether it changes overrides, so that a dashboard that is read-only refuses it.
    let changesOverrides: Bool
    /// Why it cannot be done now, in words; nil if it can.
    let whyNot: @Sendable (DashboardState) -> String?
    /// Runs it, and returns the effects for the outside.
    let run: @Sendable (inout DashboardState) -> [Effect]

    /// A command whose work is partly done outside.
    init(
        _ name: String, title: String, in section: Section, keys: [KeyPress] = [], on screens: Set<Screen>? = nil,
        footer: FooterPlace? = nil, twin: Twin, synonyms: [String] = [], argument: CommandArgument? = nil,
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
        self.twin = twin
        self.changesOverrides = changesOverrides
        self.whyNot = whyNot
        self.run = run
    }

    /// A command that changes what the dashboard shows, and nothing outside.
    init(
        _ name: String, title: String, in section: Section, keys: [KeyPress] = [], on screens: Set<Screen>? = nil,
        footer: FooterPlace? = nil, twin: Twin, synonyms: [String] = [], argument: CommandArgument? = nil,
        whyNot: @escaping @Sendable (DashboardState) -> String? = { _ in nil },
        change: @escaping @Sendable (inout DashboardState) -> Void
    ) {
        self.init(
            name, title: title, in: section, keys: keys, on: screens, footer: footer, twin: twin, synonyms: synonyms,
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
        /// Programs of the user's own, from `commands:`.
        case own = "Own commands"
    }

    /// The counterpart of a command on the command line.
    public enum Twin: Sendable, Hashable {
        /// The command of the program that does the same without the dashboard.
        case command(String)
        /// None: it concerns only the cursor, scrolling, or this session.
        case screenAlone
    }

    /// The command of the program that does the same; nil for what concerns the screen alone.
    public var commandLine: String? {
        if case .command(let text) = twin { text } else { nil }
    }
}

// Commands are equal if their names are; names are unique.
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
    /// Whether it can be any text; else only one of the choices.
    let isFree: Bool
    /// Why a text cannot be taken, in words; nil if it can.
    let problem: @Sendable (String, DashboardState) -> String?
    /// Does the command with it.
    let run: @Sendable (String, inout DashboardState) -> [Effect]

    /// An argument that is one of a few names.
    static func oneOf(
        _ label: String, _ choices: @escaping @Sendable (DashboardState) -> [String],
        run: @escaping @Sendable (String, inout DashboardState) -> [Effect]
    ) -> CommandArgument {
        CommandArgument(label: label, choices: choices, isFree: false, problem: { _, _ in nil }, run: run)
    }

    /// An argument that is a text.
    ///
    /// - Parameter suggestions: texts to offer.
    static func text(
        _ label: String, suggestions: @escaping @Sendable (DashboardState) -> [String] = { _ in [] },
        problem: @escaping @Sendable (String, DashboardState) -> String? = { _, _ in nil },
        run: @escaping @Sendable (String, inout DashboardState) -> [Effect]
    ) -> CommandArgument {
        CommandArgument(label: label, choices: suggestions, isFree: true, problem: problem, run: run)
    }

    /// Returns the values that match a typed text: first those that begin with it, then those that contain it,
    /// regardless of case; if there are none, the one that was probably meant.
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

/// A command's place in the footer: the word beside its key, and how early its hint comes.
///
/// The footer shows the commands that have a place, so that declaring one is all it takes to appear there.
struct FooterPlace: Sendable {
    /// The subject of a hint, the most useful first. The number orders hints about the same subject.
    enum Rank: Sendable, Hashable, Comparable {
        /// Help.
        case help
        /// The way out of details that take the whole screen.
        case details
        /// Values of an earlier time.
        case past(Int)
        /// The search.
        case found(Int)
        /// The row under the cursor, or the marked rows.
        case row(Int)
        /// More about the row under the cursor.
        case more(Int)
        /// Fetches, for this group of readers.
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

        /// Whether it is about the row under the cursor, or the marked rows.
        var isAboutRow: Bool {
            switch self {
            case .row, .more: true
            default: false
            }
        }
    }

    /// The word beside the key.
    let word: @Sendable (DashboardState) -> String
    /// How early the hint comes; nil while it is not shown.
    let rank: @Sendable (DashboardState) -> Rank?
    /// Which hints stay if there is no room for all: the lowest stay longest; nil for hints that do not stay.
    let lasting: Int?

    /// A place that depends on the state.
    init(_ word: String, rank: @escaping @Sendable (DashboardState) -> Rank?) {
        self.init({ _ in word }, rank: rank)
    }

    /// A place and a word that depend on the state.
    init(
        _ word: @escaping @Sendable (DashboardState) -> String, rank: @escaping @Sendable (DashboardState) -> Rank?
    ) {
        (self.word, self.rank, lasting) = (word, rank, nil)
    }

    /// A place that is always the same.
    ///
    /// - Parameter isShown: whether the hint is shown.
    init(
        _ word: String, at rank: Rank, lasting: Int? = nil,
        where isShown: @escaping @Sendable (DashboardState) -> Bool = { _ in true }
    ) {
        (self.word, self.lasting) = ({ _ in word }, lasting)
        self.rank = { isShown($0) ? rank : nil }
    }
}
