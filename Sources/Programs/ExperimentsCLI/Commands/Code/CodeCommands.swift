import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import Foundation

struct GenerateCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Write the keys as Swift code or a flag manifest",
        discussion: """
            Runs `\(CodeTool.name) generate`. For its options, use `experiments generate swift --help` and \
            `experiments generate manifest --help`.
            """)
    static let examples: KeyValuePairs = [
        "experiments generate swift --output Sources/App/RemoteKeys.swift":
            "Write the project's keys as Swift code",
        "experiments generate swift --output Sources/App/RemoteKeys.swift --check":
            "Fail in CI if that file is out of date",
        "experiments generate manifest --output flags.json": "Write a flag manifest for OpenFeature",
    ]

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("What to write (swift or manifest), and its options", valueName: "words"))
    var words: [String] = []

    func run() throws { try handOn("generate", words) }
}

struct ScanCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Read the keys of an app from its Swift sources",
        discussion: "Runs `\(CodeTool.name) scan`. For its options, use `\(CodeTool.name) scan --help`.")
    static let examples: KeyValuePairs = [
        "experiments scan Sources --output experiments.yaml": "Write an app's keys to the project file",
        "experiments scan Sources --unused": "List the project's keys that no code reads",
    ]

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("Files and folders to read, and options", valueName: "words"))
    var words: [String] = []

    func run() throws { try handOn("scan", words) }
}

extension ParsableCommand {
    /// Runs the command of the other program. The parser passes on a request for help among the words.
    fileprivate func handOn(_ name: String, _ words: [String]) throws {
        if let first = words.first, ["-h", "--help"].contains(first) { throw CleanExit.helpRequest(self) }
        try CodeTool.become([name] + words)
    }
}

struct RetireCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire", abstract: "Remove a key from an app's Swift sources",
        discussion: """
            Replaces each read of the key with the value that all users have, and removes what is no longer used: the \
            branches that never run, the key, the tests of other values and the key's lines in the project file. Places \
            that cannot be changed safely stay, and are listed. Prints the change as a diff.

            Without --value, uses the winner of the key's experiment, or the value that all users have had for 90 days; \
            see `stale`. Runs `\(CodeTool.name) retire`.

            Exit codes: 0 success; 1 error; 2 places are left to change by hand.
            """)
    static let examples: KeyValuePairs = [
        "experiments retire new_checkout": "Show the change that removes a key",
        "experiments retire new_checkout --value true --write": "Remove it, with this value",
        "experiments retire new_checkout --write --verify \"swift build\"":
            "Remove it only if the app still builds",
    ]

    @Argument(help: "Name of the key", completion: .keys) var key: String

    @Argument(
        help: ArgumentHelp("Files and folders to read (default: the current folder)", valueName: "path"))
    var paths: [String] = []

    @Option(help: "Value that all users have, as in the source")
    var value: String?

    @Flag(help: "Write the change to the files")
    var write = false

    @Option(
        help: ArgumentHelp(
            "Command that must succeed on a copy, without and with the change (default with --write: `code: {verify}` of "
                + "the project file)", valueName: "command"))
    var verify: String?

    @Flag(help: "Do not run the command of the project file")
    var noVerify = false

    @Flag(help: "Type-check the Swift files with swiftc, without and with the change")
    var typecheck = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let settings = options.settings
        var words = ["retire", key] + paths
        words.append("--value=" + (try value ?? knownValue(settings)))
        if write { words.append("--write") }
        if let verify { words.append("--verify=" + verify) }
        if noVerify { words.append("--no-verify") }
        if typecheck { words.append("--typecheck") }
        if settings.json { words.append("--json") }
        if let path = settings.config { words += ["--config", path] }
        try CodeTool.become(words)
    }

    private func knownValue(_ settings: Settings) throws -> String {
        let now = Date()
        let stale = try StaleKeys(settings, at: now)
        if let candidate = stale.candidates.first(where: { $0.key == key }) {
            let why = candidate.reasons.map { $0.words(at: now) }.joined(separator: "; ")
            StandardError.line(
                PlainText(settings).shown("\(key) is \(Quotation.of(candidate.value)): \(why)"))
            return candidate.value
        }
        guard stale.declared.contains(key) else {
            throw CommandProblem.unknownKey(key, among: stale.declared)
        }
        throw CommandProblem(
            "the value that all users have for \(Quotation.of(key)) is unknown",
            advice: "Use --value to set it; `experiments stale` lists the keys with a known value.")
    }
}
