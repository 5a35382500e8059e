import ExperimentsNcurses
import ExperimentsTerminalUI
import Foundation

/// The terminal that the program is connected to.
enum Console {
    /// Whether a person is present: standard input and output are both a terminal.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isOutput }

    /// Whether the dashboard can be shown: there is a screen, and a keyboard, which may be the terminal's if standard
    /// input is a pipe.
    static var hasScreenAndKeyboard: Bool {
        guard isOutput else { return false }
        if isatty(STDIN_FILENO) == 1 { return true }
        let descriptor = open("/dev/tty", O_RDWR | O_CLOEXEC)
        if descriptor >= 0 { close(descriptor) }
        return descriptor >= 0
    }

    /// Whether standard output is a terminal.
    static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Whether standard error is a terminal that understands escape codes.
    static var isError: Bool { isatty(STDERR_FILENO) == 1 && !isDumb }

    /// Whether text on standard output is colored, according to the environment, otherwise if it is a terminal with
    /// colors.
    static var showsColor: Bool {
        let wish = ColorWish(environment: ProcessInfo.processInfo.environment)
        return wish?.isColored ?? (isOutput && !isDumb)
    }

    /// Returns a link to a file; nil if the terminal on a descriptor does not show links.
    static func link(to path: String, on descriptor: Int32) -> Hyperlink? {
        linkHost(on: descriptor).map {
            Hyperlink(toFileAt: URL(fileURLWithPath: path).standardizedFileURL.path, on: $0)
        }
    }

    /// The name of this machine in links to files; nil if the terminal on a descriptor does not show links.
    static func linkHost(on descriptor: Int32) -> String? {
        guard isatty(descriptor) == 1, !isDumb,
            Environment.showsLinks ?? Hyperlink.areShown(by: ProcessInfo.processInfo.environment)
        else { return nil }
        var name = [CChar](repeating: 0, count: 256)
        let isKnown = gethostname(&name, name.count - 1) == 0
        return isKnown
            ? String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : ""
    }

    /// The characters that the terminal shows.
    static var characters: UnicodeSupport { UnicodeSupport(environment: ProcessInfo.processInfo.environment) }

    /// The columns of the terminal on standard output; nil if it is not a terminal.
    static var columns: Int? { size?.columns }

    /// The size of the terminal on standard output; nil if it is not a terminal.
    static var size: (columns: Int, rows: Int)? {
        var size = winsize()
        guard isOutput, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        // Some terminals only know their width.
        return (Int(size.ws_col), size.ws_row > 0 ? Int(size.ws_row) : .max)
    }

    private static var isDumb: Bool { (Environment["TERM"] ?? "dumb") == "dumb" }
}
