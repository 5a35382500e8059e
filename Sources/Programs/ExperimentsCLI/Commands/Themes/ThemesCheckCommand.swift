import ArgumentParser
import ExperimentsCore
import ExperimentsSupport
import TerminalUI

struct ThemesCheckCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say what is wrong with theme files, with line and column; exit with 1 if anything."
    )
    static let examples = [
        CommandExample("experiments themes check Themes/mine.yaml", "Check a theme while writing it")
    ]

    @Argument(help: ArgumentHelp("The theme files.", valueName: "file"), completion: .file(extensions: ["yaml"]))
    var files: [String]

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let readings = try files.map { file in (file, try Self.problem(in: file)) }
        if options.json {
            try StandardOutput.document([
                "files": readings.map { file, problem -> Document in
                    ["file": file, "valid": problem == nil, "problem": problem.map { ErrorReport($0).json }]
                }
            ])
        } else {
            let style = PlainText(options.settings)
            for (file, problem) in readings {
                try StandardOutput.line(
                    problem.map { style.shown($0.description, ink: .red) } ?? style.shown("\(file): fine"))
            }
        }
        if readings.contains(where: { $0.1 != nil }) { throw ExitCode(ExitStatus.failure) }
    }

    /// A name without a folder is a file here, and not a theme of that name.
    private static func problem(in file: String) throws -> ThemeProblem? {
        let files = ThemeFiles(file.contains(scalar: "/") ? file : "./" + file, folder: Environment.themesFolder)
        let library = try Dashboard.themes(files)
        do throws(ThemeProblem) {
            _ = try library.theme(named: files.chosen ?? file)
            return nil
        } catch {
            return error
        }
    }
}
