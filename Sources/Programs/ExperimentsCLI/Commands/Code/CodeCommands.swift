import ArgumentParser
import ExperimentsCore
import ExperimentsOperator
import Foundation

struct GenerateCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate", abstract: "Write the keys as Swift code, or as a manifest of OpenFeature.",
        discussion: """
            Runs `\(CodeTool.name) generate`, whose options `experiments generate swift --help` and \
            `experiments generate manifest --help` explain.
            """)
    static let examples = [
        CommandExample(
            "experiments generate swift --output Sources/App/RemoteKeys.swift", "Write the project's keys as Swift code"
        ),
        CommandExample(
            "experiments generate swift --output Sources/App/RemoteKeys.swift --check",
            "Fail in CI if that file is out of date"),
        CommandExample("experiments generate manifest --output flags.json", "Write a manifest of OpenFeature"),
    ]

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("What to write, swift or manifest, and its options.", valueName: "words"))
    var words: [String] = []

    func run() throws { try CodeTool.become(["generate"] + words) }
}

struct ScanCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan", abstract: "Read the keys of an app from its Swift sources.",
        discussion: "Runs `\(CodeTool.name) scan`, whose options `\(CodeTool.name) scan --help` explains.")
    static let examples = [
        CommandExample("experiments scan Sources --output experiments.yaml", "Put an app's keys into the project file"),
        CommandExample("experiments scan Sources --unused", "List the project's keys that no code reads"),
    ]

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("Files and folders to read, and options.", valueName: "words"))
    var words: [String] = []

    func run() throws { try CodeTool.become(["scan"] + words) }
}

struct RetireCommand: ExemplifiedCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire", abstract: "Take a key out of an app's Swift sources.",
        discussion: """
            Each place that reads the key gets the value that everybody has: the branch that runs stays, and what nobody \
            uses any more goes, with the key, the tests of other values and the key's lines in the project file. A place \
            at which the change could mean something else stays, and is listed. Prints the change as a diff.

            Without --value, the value is the winner of the key's experiment, or the one that everybody has had for 90 \
            days; see `stale`. Runs `\(CodeTool.name) retire`.

            Exit status: 0 fine; 1 an error; 2 places are left.
            """)
    static let examples = [
        CommandExample("experiments retire new_checkout", "Print what takes a key out of the code"),
        CommandExample("experiments retire new_checkout --value true --write", "Take it out, with a value of your own"),
    ]

    @Argument(help: "The name of the key.", completion: .keys) var key: String

    @Argument(help: ArgumentHelp("Files and folders to read. Default: the current folder.", valueName: "path"))
    var paths: [String] = []

    @Option(help: "The value that everybody has, as the source has it.")
    var value: String?

    @Flag(help: "Write the change into the files.")
    var write = false

    @OptionGroup(title: "Global options") var options: GlobalOptions

    func run() throws {
        let settings = options.settings
        var words = ["retire", key] + paths
        words.append("--value=" + (try value ?? knownValue(settings)))
        if write { words.append("--write") }
        if settings.json { words.append("--json") }
        if let path = settings.config { words += ["--config", path] }
        try CodeTool.become(words)
    }

    private func knownValue(_ settings: Settings) throws -> String {
        let now = Date()
        let stale = try StaleKeys(settings, at: now)
        if let candidate = stale.candidates.first(where: { $0.key == key }) {
            let why = candidate.reasons.map { $0.words(at: now) }.joined(separator: "; ")
            StandardError.line(PlainText(settings).shown("\(key) is \(Quotation.of(candidate.value)): \(why)"))
            return candidate.value
        }
        guard stale.declared.contains(key) else { throw CommandProblem.unknownKey(key, among: stale.declared) }
        throw CommandProblem(
            "it is not known which value of \(key) everybody has",
            advice: "Give it with --value; `experiments stale` lists the keys of which it is known.")
    }
}
