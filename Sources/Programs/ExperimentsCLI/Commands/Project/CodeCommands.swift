import ArgumentParser

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
