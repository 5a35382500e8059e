import ArgumentParser
import ExperimentsCore
import ExperimentsProject
import NcursesTerminal
import TerminalUI

/// What the global options say, and what a project file may say of the dashboard.
struct Settings: Sendable {
    /// The names that a project file may use for what belongs to the dashboard: its themes, its keys and what they do.
    let vocabulary: @Sendable () throws -> ProjectVocabulary
    /// The project file; nil to look for it.
    var config: String?
    /// The overrides file; nil for the project's own.
    var overrides: String?
    /// The name of the source to use; nil for the first.
    var source: String?
    /// Whether standard output gets JSON.
    var json = false
    /// When to use colours.
    var color: ColorChoice = .auto
    /// The dashboard's theme; nil for the project's.
    var theme: String?
    /// The background of the dashboard: the theme's or the terminal's; nil for the project's choice.
    var background: BackgroundChoice?
    /// Whether to draw with ASCII only, whatever the locale says.
    var ascii = false
    /// Whether the mouse is left to the terminal.
    var noMouse = false
    /// Whether to print a line for each thing that happens instead of drawing a screen.
    var plain = false
    /// Whether the dashboard changes no overrides.
    var readOnly = false
    /// Whether the dashboard neither remembers nor keeps how it was left. Without a home folder it cannot.
    var noState = !Environment.hasStateFolder

    /// The fields and personas as which the source is asked, in addition to the project file. Later ones take
    /// precedence.
    var personaArguments: [PersonaArgument] = []

    /// Whether text on standard output is coloured.
    var colorsOutput: Bool {
        switch color {
        case .never: false
        case .auto: Console.showsColor
        case .always, .palette16, .palette256, .truecolor: true
        }
    }

    /// Whether text on standard output keeps to ASCII: where asked for, and on a terminal without UTF-8.
    var keepsToASCII: Bool { ascii || (Console.isOutput && !Console.isUTF8) }
}

/// The time between fetches, as it is given on the command line.
struct RefreshInterval: ExpressibleByArgument {
    /// The time; nil for `off`.
    let duration: Duration?

    init?(argument: String) {
        if argument == "off" {
            duration = nil
        } else if let duration = DurationText.duration(from: argument), duration >= .seconds(1) {
            self.duration = duration
        } else {
            return nil
        }
    }
}
