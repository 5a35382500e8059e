import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import ExperimentsSupport
import NcursesTerminal
import TerminalUI

/// The options that every subcommand takes.
struct GlobalOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The project file. Default: $EXPERIMENTS_CONFIG, else experiments.yaml here or in a folder above.",
            valueName: "file"),
        completion: .file(extensions: ["yaml", "yml"]))
    var config: String?

    @Option(
        help: ArgumentHelp("The overrides file. Default: what the project file says.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var overrides: String?

    @Option(
        help: ArgumentHelp("The source to use, where the project file has several.", valueName: "name"),
        completion: .sources)
    var source: String?

    @Flag(help: "Print JSON, and nothing else, on standard output.")
    var json = false

    @Option(help: "When to use colours, and at most how many.")
    var color: ColorChoice = .auto

    @Flag(help: "The same as --color never.")
    var noColor = false

    @Option(
        help: ArgumentHelp("The dashboard's theme: a built-in name or a theme file.", valueName: "name"),
        completion: .themes)
    var theme: String?

    @Option(help: "Whose background the dashboard is drawn on. Default: the theme's.")
    var background: BackgroundChoice?

    @Flag(help: "Draw with ASCII characters only.")
    var ascii = false

    @Flag(help: "Leave the mouse to the terminal.")
    var noMouse = false

    @Flag(help: "Instead of drawing a screen, print a line for each thing that happens, as a screen reader reads it.")
    var plain = false

    @Flag(help: "Let the dashboard look at overrides only.")
    var readOnly = false

    @Flag(help: "Neither begin as the dashboard was left the last time, nor keep how it is left and what was fetched.")
    var noState = false

    /// The settings that follow from the options.
    var settings: Settings {
        Settings(
            vocabulary: { try .ofDashboard }, config: config, overrides: overrides, source: source, json: json,
            color: noColor ? .never : color,
            theme: theme, background: background, ascii: ascii, noMouse: noMouse, plain: plain, readOnly: readOnly,
            noState: noState || !Environment.hasStateFolder)
    }
}

extension ColorChoice: ExpressibleByArgument {}
extension BackgroundChoice: ExpressibleByArgument {}

extension GlobalOptions {
    /// Prints the findings of a lint: a line, or a member of the document, for each.
    ///
    /// - Throws: the exit status 2 where there are any and `isStrict`.
    func print<Finding: CustomStringConvertible>(
        _ findings: [Finding], isStrict: Bool, document: (Finding) -> Document
    ) throws {
        if json {
            try StandardOutput.document(["findings": findings.map(document)])
        } else {
            let style = PlainText(settings)
            try StandardOutput.lines(findings.lazy.map { style.shown($0.description, ink: .yellow) })
            let count =
                findings.isEmpty ? "no findings" : CountText.count(findings.count, "finding")
            try StandardOutput.line(style.shown(count, ink: findings.isEmpty ? .green : .bold))
        }
        if isStrict, !findings.isEmpty { throw ExitCode(ExitStatus.contractBroken) }
    }
}

/// The options for the scope of overrides.
struct ScopeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Only for this app, by the name that its link has.", valueName: "name"))
    var app: String?

    @Option(
        help: ArgumentHelp("Only for this installation of the app, as `experiments apps` lists it.", valueName: "id"))
    var installation: String?

    @Flag(help: "Of the store that the team shares, and not of one's own file.") var team = false

    /// The scope; everyone where none of the options is given.
    ///
    /// - Throws: `CommandProblem` where they name none.
    func scope() throws(CommandProblem) -> OverrideScope {
        do throws(OverrideScopeProblem) {
            return try OverrideScope(app: app, installation: installation)
        } catch {
            throw CommandProblem(error.message, advice: error.advice)
        }
    }
}

/// The options for the user as whom a source is asked.
struct AskedPersonaOptions: ParsableArguments {
    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            """
            Ask the source as another user: a persona by its name, or what the source's conditions look at, for example \
            country=NO. A number, true, false, null, and what is quoted or bracketed is JSON; anything else is \
            text. An empty value removes the name. Repeatable.
            """, valueName: "persona|name=value"))
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
            """
            How to print what differs: as a table of the parts that differ; as diff -u prints it; or as a JSON Patch of \
            the values as members of one object.
            """, valueName: "format"))
    var format: DifferenceFormat = .table

    /// Refuses what cannot be printed at the same time.
    func check(_ options: GlobalOptions) throws {
        guard options.json, format != .table else { return }
        throw ValidationError("--json and --format \(format.rawValue) are given one at a time.")
    }
}
