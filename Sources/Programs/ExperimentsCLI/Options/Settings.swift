import ArgumentParser
import ExperimentsCore
import ExperimentsHTTPServing
import ExperimentsNcurses
import ExperimentsProject
import ExperimentsTerminalUI
import RemoteConfigEmulator

/// The values of the global options, and the vocabulary of a project file.
struct Settings: Sendable {
    /// The names from the dashboard that a project file may use: its themes, keys and commands.
    let vocabulary: @Sendable () throws -> ProjectVocabulary
    /// The path of the project file; nil to search for it.
    var config: String?
    /// The path of the overrides file; nil for that of the project.
    var overrides: String?
    /// The name of the source to use; nil for the first.
    var source: String?
    /// Whether standard output is JSON.
    var json = false
    /// When to use colors.
    var color: ColorChoice = .auto
    /// The dashboard's theme; nil for the project's.
    var theme: String?
    /// The background of the dashboard: the theme's or the terminal's; nil for the project's choice.
    var background: BackgroundChoice?
    /// Whether to draw with ASCII only, regardless of the locale.
    var ascii = false
    /// Whether the mouse is left to the terminal.
    var noMouse = false
    /// Whether to print a line for each event instead of drawing a screen.
    var plain = false
    /// Whether the dashboard refuses to change overrides.
    var readOnly = false
    /// Whether the dashboard neither restores nor stores its view. It cannot do so without a home folder.
    var noState = !Environment.hasStateFolder

    /// Whether the warehouse of the project is asked even if there is a recent answer.
    var isFresh = false
    /// When variables may be sent to other machines that the project file names.
    var sending = Environment.sendingConsent

    /// The maximum time to wait for sources and stores; nil for the default of each.
    var waits: WaitLimit?

    /// The attributes and personas that the source is fetched for, in addition to the project file. Later ones take
    /// precedence.
    var personaArguments: [PersonaArgument] = []

    /// Whether text on standard output is colored.
    var colorsOutput: Bool {
        switch color {
        case .never: false
        case .auto: Console.showsColor
        case .always, .palette16, .palette256, .truecolor: true
        }
    }

    /// Whether text on standard output uses only ASCII: if the user asks for it, otherwise on a terminal without
    /// Unicode.
    var keepsToASCII: Bool { asksForASCII ?? (Console.isOutput && !Console.characters.isOn) }

    /// Whether the user asks for ASCII; nil if that depends on the terminal.
    var asksForASCII: Bool? { ascii ? true : Environment.usesASCII }
}

/// When a project may send variables without a question.
enum SendingConsent {
    /// Without a terminal: the environment of a script was prepared for it.
    case scripts
    /// Only if it was allowed before. A server runs for a long time, often in the environment of a whole machine.
    case none
    /// Always: the user has said so.
    case all
}

/// The time between fetches from the command line.
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

extension Duration: @retroactive ExpressibleByArgument {
    public init?(argument: String) {
        guard let duration = DurationText.duration(from: argument) else { return nil }
        self = duration
    }
}

/// The defaults of a server for apps.
enum ServingDefaults {
    static let port: UInt16 = 4180
    static let address = "http://127.0.0.1:\(port)"
    /// The environment variable with the token that requests must have.
    static let tokenVariable = "EXPERIMENTS_SERVE_TOKEN"
    /// The time in seconds to wait for the first fetch before printing the address of the server.
    static let firstFetchPatience = 5.0
}

/// An origin from `--allow-origin`, or `*` for all.
enum AllowedOrigin: Sendable, Hashable {
    case all
    case origin(WebOrigin)

    /// Reads `text`; nil if it is neither.
    init?(_ text: String) {
        if text == "*" {
            self = .all
        } else if let origin = WebOrigin(text) {
            self = .origin(origin)
        } else {
            return nil
        }
    }

    /// Reads an argument.
    ///
    /// - Throws: `ValidationError` with what was expected.
    init(argument text: String) throws {
        guard let origin = AllowedOrigin(text) else {
            throw ValidationError(
                "invalid origin \(Quotation.of(text)): expected an origin such as https://shop.example, without a path, "
                    + "or * for all")
        }
        self = origin
    }
}

extension WebPageRule {
    /// Creates a rule that allows requests from pages of these origins.
    init(_ origins: [AllowedOrigin], hosts: [String] = []) {
        self.init(
            hosts: Set(hosts),
            origins: Set(origins.compactMap { if case .origin(let origin) = $0 { origin } else { nil } }),
            acceptsAllOrigins: origins.contains(.all))
    }
}

extension FaultText {
    /// Reads a fault from `--fail` that a server for apps supports: one of its answers, or of its streams.
    ///
    /// - Throws: `FaultText.Problem` for a text that is not a fault, and for a fault that only an emulator supports.
    init(forServing text: String) throws {
        self = try FaultText(parsing: text)
        try checkServed(text)
    }

    /// Reads a delay from `--delay` that a server for apps supports.
    ///
    /// - Throws: the same errors as for `--fail`.
    init(delayForServing text: String) throws {
        self = try FaultText(delay: text)
        try checkServed(text)
    }

    /// Reads a delay as a fault: `[TARGET/]DURATION[:PART][*TIMES]`.
    init(delay text: String) throws(FaultText.Problem) {
        let delay = text.cut(atLast: "/").map { "\($0)/delay=\($1)" } ?? "delay=" + text
        do throws(FaultText.Problem) {
            self = try FaultText(parsing: delay)
        } catch {
            throw FaultText.Problem(text: text, message: "expected a duration such as 200ms, or fetch/2s:0.5")
        }
    }

    private func checkServed(_ text: String) throws {
        guard [.any, .fetch, .realtime].contains(fault.target) else {
            throw FaultText.Problem(
                text: text, message: "expected any, fetch (responses) or realtime (streams) before /")
        }
        if case .lastMessage = fault.effect {
            throw FaultText.Problem(text: text, message: "supported only by the emulator")
        }
    }
}

enum EmulatorDefaults {
    static let projectID = "demo-project"
    static let appID = "1:123456789012:ios:0a1b2c3d"
    /// The API key. Any key works, but it should not be a common word, because it is hidden in messages.
    static let apiKey = "no-key-is-needed"
    /// The environment variable with the token that requests must have.
    static let tokenVariable = "EXPERIMENTS_EMULATOR_TOKEN"
    static let port: UInt16 = 9199
}
