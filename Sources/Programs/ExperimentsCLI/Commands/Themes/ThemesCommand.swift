import ArgumentParser
import ExperimentsCore
import Foundation
import NcursesTerminal
import TerminalUI

struct ThemesCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "themes",
        abstract: "Print the available themes, and what is wrong with those that cannot be read.",
        discussion: """
            The built-in ones, the user's own in $XDG_CONFIG_HOME/experiments/themes, and the one that --theme names by \
            its path. The exit status is 1 where one has a mistake.

            On a terminal, the last line says how many colours the dashboard uses on it, and why; --json says so too.

            --preview prints how one looks: the styles of its roles, and the demo in its colours.
            """,
        subcommands: [ThemesCheckCommand.self])
    static let examples = [
        CommandExample("experiments themes", "List the themes"),
        CommandExample("experiments themes --preview nord", "Show the colours of one"),
    ]

    @Option(
        help: ArgumentHelp("Print how this theme looks: a name, or the path of a theme file.", valueName: "name"),
        completion: .themes)
    var preview: String?

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        if let preview { return try ThemePreview(preview, options.settings).print() }
        let library = try Dashboard.themes(ThemeFiles(options.theme, folder: Environment.themesFolder))
        let themes: [Reading] = library.names.map { name in
            Result { () throws(ThemeProblem) in try library.theme(named: name) }.map { (name: name, theme: $0) }
                .mapError { Broken(name: name, problem: $0) }
        }
        if options.json {
            let colors: Document = ["depth": colors.depth.words, "reason": colors.reason]
            try StandardOutput.document(["themes": themes.map(Self.document), "colors": colors])
        } else {
            let text = table(themes).text(PlainText(options.settings), width: Console.columns)
            try StandardOutput.write(text + (Console.isOutput ? "\n\(colors.words).\n" : ""))
        }
        if themes.contains(where: { (try? $0.get()) == nil }) { throw ExitCode(ExitStatus.failure) }
    }

    private var colors: ColorSupport { .here(options.settings.color, environment: ProcessInfo.processInfo.environment) }

    private struct Broken: Error {
        let name: String
        let problem: ThemeProblem
    }

    private typealias Reading = Result<(name: String, theme: Theme), Broken>

    private func table(_ themes: [Reading]) -> Table {
        var table = Table(["NAME": 30, "FOR": 8, "TITLE": 200])
        for theme in themes {
            switch theme {
            case .success(let (name, theme)):
                table.append([.init(name), .init(theme.isDark ? "dark" : "light", .dim), .init(theme.title)])
            case .failure(let broken):
                table.append([.init(broken.name), .init("-", .dim), .init(broken.problem.description, .red)])
            }
        }
        return table
    }

    private static func document(of reading: Reading) -> Document {
        switch reading {
        case .success(let (name, theme)): ["name": name, "title": theme.title, "dark": theme.isDark]
        case .failure(let broken): ["name": broken.name, "problem": ErrorReport(broken.problem).json]
        }
    }
}
