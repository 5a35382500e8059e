import ArgumentParser
import Foundation

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

    @Option(help: ArgumentHelp("The source to use, where the project file has several.", valueName: "name"))
    var source: String?

    @Flag(help: "Print JSON, and nothing else, on standard output.")
    var json = false

    @Option(help: "When to use colours.")
    var color: ColorChoice = .auto

    @Flag(help: "The same as --color never.")
    var noColor = false

    @Option(help: ArgumentHelp("The dashboard's theme: a built-in name or a theme file.", valueName: "name"))
    var theme: String?

    @Flag(help: "Draw with ASCII characters only.")
    var ascii = false

    @Flag(help: "Leave the mouse to the terminal.")
    var noMouse = false

    /// Whether text on standard output is coloured.
    var colorsOutput: Bool {
        if noColor { return false }
        return switch color {
        case .always: true
        case .never: false
        case .auto: Terminal.showsColor
        }
    }

    /// Whether text on standard output keeps to ASCII: where asked for, and on a terminal without UTF-8.
    var keepsToASCII: Bool { ascii || (Terminal.isOutput && !Terminal.isUTF8) }
}
