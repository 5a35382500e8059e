import ExperimentsCore

extension Feature {
    static let experiments = Feature(commands: [.experimentKey])
}

extension Command {
    static let experimentKey: Command = Command(
        "experiment-key", title: "Show the key that the experiment decides", in: .reading, keys: ["@"],
        twin: .command("experiments get KEY --details"), synonyms: ["go to key", "jump"],
        whyNot: \.reasonNoExperimentKey, change: { $0.showKeyOfExperiment() })
}
