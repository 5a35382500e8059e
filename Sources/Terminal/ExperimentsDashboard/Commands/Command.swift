/// Something that the operator can do: its names, its keys, when it cannot be done, and what it does.
///
/// Each feature declares its commands beside its state and views, and lists them. The footer, the help, the palette,
/// `bindings:` of the project file, `experiments bindings` and the documentation are made of these lists, so that a
/// command is declared in one place.
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
    /// Its place in the footer; nil for what needs no hint there.
    let footer: FooterPlace?
    /// What does the same on the command line.
    public let twin: Twin
    /// Whether it changes overrides, so that a dashboard that is read-only refuses it.
    let changesOverrides: Bool
    /// Why it cannot be done now, in words; nil if it can.
    let whyNot: @Sendable (DashboardState) -> String?
    /// Does it, and answers what is to be done outside.
    let run: @Sendable (inout DashboardState) -> [Effect]

    /// A command whose work is partly done outside.
    init(
        _ name: String, title: String, in section: Section, keys: [KeyPress] = [], footer: FooterPlace? = nil,
        twin: Twin, synonyms: [String] = [], argument: CommandArgument? = nil, changesOverrides: Bool = false,
        whyNot: @escaping @Sendable (DashboardState) -> String? = { _ in nil },
        run: @escaping @Sendable (inout DashboardState) -> [Effect]
    ) {
        self.name = name
        self.title = title
        self.synonyms = synonyms
        self.argument = argument
        self.section = section
        self.standardKeys = keys
        self.footer = footer
        self.twin = twin
        self.changesOverrides = changesOverrides
        self.whyNot = whyNot
        self.run = run
    }

    /// A command that changes what the dashboard shows, and nothing outside.
    init(
        _ name: String, title: String, in section: Section, keys: [KeyPress] = [], footer: FooterPlace? = nil,
        twin: Twin, synonyms: [String] = [], argument: CommandArgument? = nil,
        whyNot: @escaping @Sendable (DashboardState) -> String? = { _ in nil },
        change: @escaping @Sendable (inout DashboardState) -> Void
    ) {
        self.init(
            name, title: title, in: section, keys: keys, footer: footer, twin: twin, synonyms: synonyms,
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
        case moving = "Moving"
        /// Going to a screen.
        case screens = "Screens"
        /// Looking at keys and details: sorting, filtering, finding, copying, exporting.
        case reading = "Reading"
        /// Setting, switching and removing overrides.
        case overriding = "Overriding"
        /// Declaring keys in the project file.
        case declaring = "Declaring"
        /// Fetching, comparing, alerts, and the sources, users and apps that are watched.
        case watching = "Watching"
        /// The dashboard itself: help, palette, themes, quitting.
        case program = "Program"
    }

    /// The counterpart of a command on the command line.
    public enum Twin: Sendable, Hashable {
        /// The command of the program that does the same without the dashboard.
        case command(String)
        /// None: it concerns where the cursor is, what is scrolled, and what lasts no longer than the dashboard.
        case screenAlone
    }

    /// The command of the program that does the same; nil for what concerns the screen alone.
    public var commandLine: String? {
        if case .command(let text) = twin { text } else { nil }
    }
}

// A command is what its name says; no two have the same.
extension Command: Hashable, CustomStringConvertible {
    public static func == (left: Command, right: Command) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
    public var description: String { name }
}
