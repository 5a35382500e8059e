import ArgumentParser
import ExperimentsCore
import ExperimentsNcurses
import ExperimentsOperator
import ExperimentsSupport
import ExperimentsTerminalUI

/// The options of every command: how its output is printed.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON on standard output, and nothing else") var json = false

    @Option(help: "Use colors") var color: ColorChoice = .auto

    @Flag(help: "Same as --color never") var noColor = false

    @Flag(help: "Print ASCII characters only") var ascii = false

    /// The settings that follow from the options.
    var settings: Settings {
        Settings(vocabulary: { try .ofDashboard }, json: json, color: noColor ? .never : color, ascii: ascii)
    }
}

/// The option of commands that wait for sources and stores.
struct WaitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Longest time to wait for sources and stores, for example 5s (default: depends on the source)",
            valueName: "time"))
    var timeout: WaitLimit?
}

/// The options of commands that work with a project.
struct GlobalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Project file (default: $EXPERIMENTS_CONFIG, else experiments.yaml in this or a parent folder)",
            valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var config: String?

    @Option(
        help: ArgumentHelp("Overrides file (default: set by the project file)", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var overrides: String?

    @Option(
        help: ArgumentHelp("Source to use (default: the first of the project file)", valueName: "name"),
        completion: .sources)
    var source: String?

    @Flag(help: "Don't load or save state: the view of the dashboard and the fetch history") var noState =
        false

    @OptionGroup var waiting: WaitOptions

    @OptionGroup var output: OutputOptions

    var json: Bool { output.json }
    var waits: WaitLimit? { waiting.timeout }

    /// The settings that follow from the options.
    var settings: Settings {
        var settings = output.settings
        (settings.config, settings.overrides, settings.source) = (config, overrides, source)
        settings.noState = noState || settings.noState
        settings.waits = waits
        return settings
    }
}

/// The options of commands that draw the dashboard.
struct AppearanceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Theme: a built-in name or a theme file", valueName: "name"),
        completion: .themes)
    var theme: String?

    @Option(help: "Draw on the background of the theme or of the terminal (default: set by the theme)")
    var background: BackgroundChoice?

    /// Every command reports a theme that does not exist, also one that draws nothing.
    func validate() throws {
        let files = ThemeFiles(theme, folder: Environment.themesFolder)
        guard files.path == nil, let name = files.chosen else { return }
        let names = try Dashboard.themes(files).names
        if !names.contains(name) { throw ValidationError(DocumentWords.unknown("theme", name, among: names)) }
    }

    /// Settings with these options.
    func added(to settings: Settings) -> Settings {
        var settings = settings
        (settings.theme, settings.background) = (theme, background)
        return settings
    }
}

/// The options of commands that open the dashboard.
struct DashboardOptionGroup: ParsableArguments {
    @OptionGroup var appearance: AppearanceOptions

    @Flag(help: "Leave the mouse to the terminal") var noMouse = false

    @Flag(help: "Print events line by line (for screen readers)") var plain = false

    @Flag(help: "Don't allow changes to overrides") var readOnly = false

    /// Settings with these options.
    func added(to settings: Settings) -> Settings {
        var settings = appearance.added(to: settings)
        (settings.noMouse, settings.plain, settings.readOnly) = (noMouse, plain, readOnly)
        return settings
    }
}

extension ColorChoice: ExpressibleByArgument {}
extension BackgroundChoice: ExpressibleByArgument {}

extension OutputOptions {
    /// Prints the findings of a lint: a line, or a member of the document, for each.
    ///
    /// - Throws: the exit status 2 if there are any and `isStrict`.
    func print<Finding: CustomStringConvertible>(
        _ findings: [Finding], isStrict: Bool, document: (Finding) -> Document
    ) throws {
        if json {
            try StandardOutput.document(["findings": findings.map(document)])
        } else {
            let style = PlainText(settings)
            try StandardOutput.lines(findings.lazy.map { style.shown($0.description, ink: .yellow) })
            let count = findings.isEmpty ? "no findings" : CountText.count(findings.count, "finding")
            try StandardOutput.line(style.shown(count, ink: findings.isEmpty ? .green : .bold))
        }
        if isStrict, !findings.isEmpty { throw ExitCode(ExitStatus.contractBroken) }
    }
}

/// The options for the scope of overrides.
struct ScopeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only for this linked app", valueName: "name"), completion: .appNames)
    var app: String?

    @Option(
        help: ArgumentHelp("Only for this installation, as listed by `experiments apps`", valueName: "id"))
    var installation: String?

    @Flag(help: "Use the team's store instead of your own file") var team = false

    /// Returns the scope; everyone if none of the options is given.
    ///
    /// - Throws: `CommandProblem` if the options are not valid.
    func scope() throws(CommandProblem) -> OverrideScope {
        do throws(MessageError) {
            return try OverrideScope(app: app, installation: installation)
        } catch {
            throw CommandProblem(error.message, advice: error.advice)
        }
    }
}

/// The options for the user for whom a source is fetched.
struct AskedPersonaOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            """
            Fetch as another user: a persona, or an attribute such as country=NO (repeatable). Numbers, true, false, \
            null, quoted and bracketed values are JSON, others are text. An empty value removes the attribute.
            """, valueName: "persona|name=value"), completion: .personas)
    var words: [String] = []

    /// The settings, together with these options.
    func settings(_ options: GlobalOptions) throws(CommandProblem) -> Settings {
        var settings = options.settings
        for text in words { settings.personaArguments.append(try PersonaArgument(text)) }
        return settings
    }
}

/// The option of commands that compare values.
struct DifferenceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Print differences as a table, like diff -u, or as a JSON Patch", valueName: "format"))
    var format: DifferenceFormat = .table

    /// Throws an error for options that cannot be combined.
    func check(_ options: GlobalOptions) throws {
        guard options.json, format != .table else { return }
        throw ValidationError("--json and --format \(format.rawValue) cannot be combined")
    }
}

extension FileBytes {
    /// Returns the identifiers in a file of users to simulate, one on each line; nil without a file.
    static func identifiers(in path: String?) throws -> [String]? {
        guard let path else { return nil }
        guard let text = String(validUTF8: try read(path)) else {
            throw FileProblem(path: path, message: "is not valid UTF-8", advice: "save the file as UTF-8")
        }
        return text.split(whereSeparator: \.isNewline).map(String.init)
    }
}
