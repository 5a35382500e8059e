import ExperimentsCore

extension Feature {
    static let sources = Feature(commands: [.sources, .compare])
}

extension Command {
    static let sources: Command = Command(
        "sources", "Switch to another source", .watching, keys: ["b"], hint: "source",
        twin: .command("experiments --source NAME"), whyNot: \.reasonNoOtherSource,
        change: { $0.panels.push(SourcesPanel(.switching, $0)) })
    static let compare: Command = Command(
        "compare", "Compare with another source", .watching, keys: ["="], hint: "compare",
        twin: .command("experiments compare SOURCE SOURCE"), whyNot: \.reasonNoOtherSource,
        run: { $0.startComparison() })
}

extension DashboardState {
    fileprivate var reasonNoOtherSource: String? {
        project.sources.count < 2 ? "the project has one source only" : nil
    }
}
